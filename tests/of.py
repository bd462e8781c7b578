"""The tests of one view, as arguments of pytest: python -m tests.of VIEW; `make check VIEW=lens` runs them."""

import sys
from pathlib import Path

from headlight.frame.registry import find
from headlight.frame.state import State

ROOT = Path(__file__).parent.parent


def tests_of(name: str) -> list[str]:
    """Files that name the view, the drawing of the pictures on its board, and what the registry asks of every view."""
    view = find(name)
    named = [
        path for path in sorted((ROOT / "tests" / "pages").glob("test_*.py")) if f'"{name}"' in path.read_text("utf-8")
    ]
    pictures = {drawn.name for drawn in view.board(State.of(view)).pictures().values()} if view.draw else set()
    drawings = [ROOT / "tests" / "browser" / "drawing" / f"test_{picture}.py" for picture in sorted(pictures)]
    every = [f"tests/pages/test_every_view.py::{test}[{name}]" for test in ("test_a_view_opens_by_its_short_address",)]
    return [*(str(path.relative_to(ROOT)) for path in [*named, *drawings] if path.is_file()), *every]


if __name__ == "__main__":
    print(" ".join(tests_of(sys.argv[1])))
