"""Measure and print what docs/benchmarks.md says of traces and keys: make bench."""

from benchmarks import browser, learning, trace
from benchmarks.timing import machine

KEYSTROKE_LIMITS = {"16 tokens": 1.5, "64 tokens": 2.0}


def main() -> None:
    print(f"\n{machine()}\ntrace, every stage kept, against a plain forward pass (limit 1.5 times)")
    for what, plain, traced in trace.rows():
        print(f"{what:60}{plain.milliseconds:9.1f} ms{traced}")

    print("\nthe next word without each head and FFN at the last position, and without each word too, against a trace")
    for what, taken in trace.cuts():
        for name, each in taken.items():
            print(f"{what:12}{name:20}{each}")

    print("\nkey press -> painted, start page against an empty page of the same server (milliseconds)")
    print(f"{'':12}{'empty':>10}{'start':>10}{'ratio':>8}{'limit':>8}{'p95 ratio':>12}")
    for what, empty, start, ratio, tail in browser.keystrokes():
        print(f"{what:12}{empty:10.1f}{start:10.1f}{ratio:8.2f}{KEYSTROKE_LIMITS[what]:8.1f}{tail:12.2f}")

    print("\nkey press -> painted, every view at 16 tokens (milliseconds; limit 2.0 times the empty page)")
    for name, milliseconds, ratio in browser.every_view():
        print(f"{name:20}{milliseconds:8.1f}{ratio:8.2f}", flush=True)

    print("\na drag of a slider -> painted, at 16 tokens (milliseconds; ratio to a key on the empty page)")
    for name, milliseconds, ratio in browser.drags():
        print(f"{name:20}{milliseconds:8.1f}{ratio:8.2f}", flush=True)

    print("\nkey press -> painted, start page at 16 tokens (milliseconds: median, 95th percentile)")
    print("\n".join(learning.bystanders()))

    print("\ntiny models: how many of five seeds learn, and how soon")
    print("\n".join(learning.tasks()))

    answered, painted = browser.startup()
    print("\nstart-up (seconds; limit 6)")
    print(f"{'server answers':20}{answered:6.1f}\n{'first picture':20}{painted:6.1f}")


if __name__ == "__main__":
    main()
