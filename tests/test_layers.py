"""Pages, views and lessons belong together; which way imports point is held by the contracts in pyproject.toml."""

from pathlib import Path

from headlight.app.links import ORDER, VIEWS
from headlight.state.places import PAGES, START

ROOT = Path(__file__).parent.parent


def test_every_page_is_in_the_table_of_contents() -> None:
    assert sorted(ORDER) == sorted(PAGES)


def test_every_view_has_its_lesson_and_each_lesson_its_view() -> None:
    assert {lesson.stem for lesson in (ROOT / "assets" / "lessons").glob("*.md")} == {*VIEWS} - {START}
    assert len(VIEWS) == len(set(VIEWS))


def test_streamlit_finds_no_page_of_its_own_beside_the_script_that_it_runs() -> None:
    assert [path.name for path in (ROOT / "pages").glob("*.py")] == ["__init__.py"]
