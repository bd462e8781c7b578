"""The tests of one view, as arguments of pytest: python -m tests.of VIEW; `make check VIEW=lens` runs them."""

import re
import sys
from pathlib import Path

from headlight.state.registry import find
from headlight.state.state import State

ROOT = Path(__file__).parent.parent


def tests_of(name: str) -> list[str]:
    """Files that name the view, the drawing of its pictures, what each setting moves, and what every view is asked."""
    view = find(name)
    called = [f'"{word}"' for word in (view.name, view.page, view.title)]
    pages = {path: path.read_text("utf-8") for path in sorted((ROOT / "tests" / "pages").glob("test_*.py"))}
    named = [path for path, written in pages.items() if any(word in written for word in called)]
    pictures = {drawn.name for drawn in view.board(State.of(view)).pictures().values()} if view.draw else set()
    if pictures & {"matrix", "head_grid", "layer_heads", "strips"}:
        pictures.add("cells")  # the table of theirs
    drawings = [ROOT / "tests" / "browser" / "drawing" / f"test_{picture}.py" for picture in sorted(pictures)]
    opens = f"tests/pages/test_every_view.py::test_a_view_opens_by_its_short_address[{name}]"
    moves = re.findall(r"@EACH_VIEW\ndef (\w+)", (ROOT / "tests" / "pages" / "test_moves.py").read_text("utf-8"))
    settings = [f"tests/pages/test_moves.py::{test}[{name}]" for test in moves if view.draw]
    looks = f"tests/browser/test_pages.py::test_a_view[{view.page}-{name}]"
    return [*(str(path.relative_to(ROOT)) for path in [*named, *drawings] if path.is_file()), *settings, opens, looks]


if __name__ == "__main__":
    print("-m", "(study)or(not(study))", *tests_of(sys.argv[1]))  # those of the study too; the shell splits at spaces
