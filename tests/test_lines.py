"""The count of lines: every file of Python and every script belongs to one room, as source or as tests."""

from pathlib import Path

from benchmarks import lines

ROOT = Path(__file__).parent.parent


def test_each_file_is_counted_once_in_the_room_that_it_lies_in() -> None:
    assert lines._room_of("headlight/pictures/browser/engine/rows.js") == ("scripts of the browser", False)
    assert lines._room_of("headlight/pictures/board.py") == ("headlight/pictures", False)
    assert lines._room_of("tests/transformer/real/test_gguf.py") == ("transformer/real", True)
    assert lines._room_of("tests/browser/test_pages.py") == ("in a browser", True)
    assert lines._room_of("tests/test_lines.py") == ("of several rooms", True)
    assert lines._room_of("assets/code/lens.py") is None
    assert lines._room_of("deploy/site.py") == ("deploy", False)
    packages = [path.parent for room in ("headlight", "transformer") for path in (ROOT / room).glob("*/__init__.py")]
    named = {room for room in lines.ROOMS if "/" in room}
    assert named == {path.relative_to(ROOT).as_posix() for path in packages} - {"headlight/pages"}
    tests = sum(
        len(path.read_text("utf-8").splitlines()) for end in ("py", "js") for path in (ROOT / "tests").rglob(f"*.{end}")
    )
    assert sum(of_tests for _, of_tests in lines.counted().values()) == tests


def test_the_table_says_what_a_room_has_more_than_the_release_and_what_is_new_or_gone() -> None:
    drawn = lines.table({"pages": (12, 1000), "new": (5, 0)}, {"pages": [15, 1000], "gone": [3, 2]}, "0.1.0")
    _, pages, new, gone, whole = (line.split() for line in drawn.splitlines())
    assert pages == ["pages", "12", "-3", "1,000"] and new == ["new", "5", "+5", "0"]
    assert gone == ["gone", "0", "-3", "0", "-2"] and whole == ["all", "17", "-1", "1,000", "-2"]
