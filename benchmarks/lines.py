"""The lines of each room, source and tests, beside those of the last release: python -m benchmarks.lines.

A change that adds says what it replaced. With --release VERSION what stands here becomes what is compared with.
"""

import argparse
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
RELEASED = Path(__file__).with_suffix(".json")
SCRIPTS = "headlight/pictures/browser"
_PACKAGES = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("headlight/*/__init__.py"), *ROOT.glob("transformer/*/__init__.py"))
    if not path.parent.is_symlink()  # a link is counted where it leads
)
# Each room with the folders of its source and of its tests; a file belongs to the first room that has it.
ROOMS = {
    "scripts of the browser": ((SCRIPTS,), ("tests/browser/drawing", "tests/browser/live")),
    **{room: ((room,), (f"tests/{room.removeprefix('headlight/')}",)) for room in _PACKAGES},
    "headlight": (("headlight",), ()),
    "transformer": (("transformer",), ("tests/transformer",)),
    "pages": (("pages", "app.py"), ("tests/pages",)),
    "training": (("training",), ("tests/training",)),
    "benchmarks": (("benchmarks",), ()),
    "deploy": (("deploy",), ()),
    "in a browser": ((), ("tests/browser",)),
    "of several rooms": ((), ("tests",)),
}
Counts = dict[str, tuple[int, int]]  # lines of source and of tests, by room


def counted() -> Counts:
    """Count the lines of Python and of scripts that git knows, or that are new."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py", "*.js"]
    files = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    counts = {room: [0, 0] for room in ROOMS}
    for file in files:
        path = ROOT / file
        if path.is_file() and not path.is_symlink() and (place := _room_of(file)):
            room, of_tests = place
            counts[room][of_tests] += len(path.read_text("utf-8").splitlines())
    return {room: (source, tests) for room, (source, tests) in counts.items()}


def _room_of(file: str) -> tuple[str, bool] | None:
    """The room of a file, and whether it is one of its tests; None for assets and documents."""
    for room, sides in ROOMS.items():
        for of_tests, folders in enumerate(sides):
            if any(file == folder or file.startswith(f"{folder}/") for folder in folders):
                return room, bool(of_tests)
    return None


def table(now: Counts, released: dict[str, list[int]], version: str) -> str:
    """Write each room in a line, with what it has more or less than the release; one that is gone too."""
    lines = [f"{'lines':26}{'source':>8}{'':8}{'tests':>8}   (against {version})"]
    total = [0, 0]
    for room, counts in (now | {room: (0, 0) for room in released if room not in now}).items():
        then = released.get(room, [0, 0])
        lines.append(_line(room, counts, then))
        total = [sum(pair) for pair in zip(total, counts, strict=True)]
    before = [sum(counts[side] for counts in released.values()) for side in (0, 1)]
    return "\n".join([*lines, _line("all", total, before)])


def _line(room: str, now: tuple[int, int] | list[int], then: list[int]) -> str:
    cells = (f"{count:8,}{_moved(count - before):>8}" for count, before in zip(now, then, strict=True))
    return f"{room:26}{''.join(cells)}".rstrip()


def _moved(by: int) -> str:
    return f"{by:+,}" if by else ""


def main() -> None:
    """Print the table, or keep what stands here as a release."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lines", description=__doc__)
    parser.add_argument("--release", metavar="VERSION", help="keep these lines as those of a release")
    now, asked = counted(), parser.parse_args()
    if asked.release:
        RELEASED.write_text(json.dumps({"release": asked.release, "lines": now}, indent=1) + "\n", "utf-8")
    kept = json.loads(RELEASED.read_text("utf-8"))
    print(table(now, kept["lines"], kept["release"]))


if __name__ == "__main__":
    main()
