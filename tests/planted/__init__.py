"""Plausible one-line bugs in every room of the project, and the study of which of them the tests notice.

A file of each room lists them as a patch would: a file and its tests, then what stands there (-), what stands there
with the bug (+, nothing where it is gone), and why no test can notice it (!), if none can. An empty line ends a bug.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.planted.bug import Bug

_BUG = re.compile(r"((?:^-.*\n)+)((?:^\+.*\n)*)(?:^! (.*)\n)?", re.MULTILINE)


def listed(text: str) -> Iterator[Bug]:
    """The bugs of a room, from the text of its file."""
    file, tests = "", list[str]()
    for part in re.split(r"\n{2,}", text)[1:]:
        if not part.startswith("-"):
            file, *tests = part.partition("\n")[0].replace(": ", " ", 1).split()
        for old, new, survives in _BUG.findall(f"{part}\n"):
            yield Bug(file, _unmarked(old), _unmarked(new), tuple(tests), survives)


def _unmarked(lines: str) -> str:
    return "\n".join(line[2:] for line in lines.splitlines())


BUGS = [bug for room in sorted(Path(__file__).parent.glob("*.txt")) for bug in listed(room.read_text("utf-8"))]
