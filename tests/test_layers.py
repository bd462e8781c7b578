"""Pages, views and lessons belong together; which way imports point is held by the contracts in pyproject.toml."""

from functools import cache
from pathlib import Path

import grimp

from headlight.app.links import ORDER, VIEWS
from headlight.state.places import PAGES
from headlight.state.registry import views

ROOT = Path(__file__).parent.parent


def test_every_page_is_in_the_table_of_contents() -> None:
    assert sorted(ORDER) == sorted(PAGES)


def test_every_view_has_its_lesson_and_each_lesson_its_view() -> None:
    with_lesson = {name for name in VIEWS if views()[name].lesson}
    assert {lesson.stem for lesson in (ROOT / "assets" / "lessons").glob("*.md")} == with_lesson
    assert with_lesson == {*VIEWS} - {"start"}
    assert len(VIEWS) == len(set(VIEWS))


def test_streamlit_finds_no_page_of_its_own_beside_the_script_that_it_runs() -> None:
    assert [path.name for path in (ROOT / "pages").glob("*.py")] == ["__init__.py"]


def test_a_room_has_at_most_six_floors() -> None:
    """A file stands one floor above the highest file of its room that it imports."""
    graph = grimp.build_graph("headlight", exclude_type_checking_imports=True, cache_dir=None)

    @cache
    def floor(file: str) -> int:
        below = graph.find_modules_directly_imported_by(file)
        return 1 + max((floor(other) for other in below if other.split(".")[1:2] == file.split(".")[1:2]), default=0)

    files = (file for room in graph.find_children("headlight") for file in graph.find_descendants(room))
    assert [file for file in files if floor(file) > 6] == []
