"""How long a run of the training bench lasts in the browser, and how soon a drag of a slider is painted.

`python -m benchmarks.runs` prints both; `make bench` prints the drags.
"""

import time
from collections.abc import Iterator

from benchmarks import browser
from headlight.pages.learning.bench import LASTS
from transformer.learning.tasks import TASKS

LONGEST = 300_000  # ms


def seconds() -> Iterator[tuple[str, float]]:
    """Rows (task, seconds from a click on Train until the run stands still), for the first seed."""
    with browser.app("app.py") as (chromium, address):  # whose server trains with one thread
        for task in TASKS:
            page = browser.tab(chromium)
            page.goto(f"{address}/?at=learning&task={task}")
            page.get_by_role("button", name="Train").click()
            began = time.monotonic()
            page.get_by_role("button", name="Go on").wait_for(timeout=LONGEST)
            yield task, time.monotonic() - began
            page.close()


def main() -> None:
    print(f"a run of the training bench (seconds; meant to last {LASTS:.0f} where its seed learns as soon as most)")
    for task, lasted in seconds():
        print(f"{task:20}{lasted:8.1f}", flush=True)
    print("\na drag of a slider -> painted, at 16 tokens (milliseconds; ratio to a key on the empty page)")
    for name, milliseconds, ratio in browser.drags():
        print(f"{name:20}{milliseconds:8.1f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
