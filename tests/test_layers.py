"""Imports point one way: models, formulas and pictures know nothing of each other, and a view nothing of its page."""

import ast
from functools import cache
from pathlib import Path

import pytest
from headlight.frame.contents import ORDER, START, VIEWS

from headlight.frame.registry import views

ROOT = Path(__file__).parent.parent
# Which rooms a room may import from, and which libraries it may not use.
MAY_IMPORT = {
    "transformer": {"transformer"},
    "headlight/formulas": {"headlight.formulas"},
    "headlight/figures": {"headlight.figures"},
    "headlight/pictures": {"headlight.pictures"},
    "headlight/frame": {
        "headlight.frame",
        "headlight.pages",
        "headlight.formulas",
        "headlight.figures",
        "headlight.pictures",
        "headlight.rooms",
        "transformer",
    },
    "headlight/rooms": {"headlight.rooms"},
    "pages": {
        *("headlight.pages", "headlight.frame", "headlight.formulas", "headlight.figures", "headlight.pictures"),
        "transformer",
    },
    "headlight/server": {
        *(
            "headlight",
            "headlight.server",
            "headlight.frame",
            "headlight.pages",
            "headlight.pictures",
            "headlight.rooms",
        ),
        "transformer",
    },
    "training": {"training", "transformer"},
}
OURS = {*(room for rooms in MAY_IMPORT.values() for room in rooms), "headlight", "pages", "training", "benchmarks"}
MAY_NOT_USE = {
    "transformer": {"streamlit", "plotly"},
    "headlight/formulas": {"streamlit", "torch", "plotly"},
    "headlight/figures": {"streamlit", "torch"},
    "headlight/pictures": {"torch", "plotly"},
    "headlight/frame": {"playwright"},
    "headlight/rooms": {"streamlit", "torch", "plotly"},
    "headlight/server": {"torch", "plotly"},
    "pages": {"plotly", "torch"},
    "training": {"streamlit", "plotly"},
}
# The frame finds views by their names; beside the folders of the pages it knows only the questions of the path.
ASKS_VIEWS = {"places.py": {"headlight.pages"}, "contents.py": {"headlight.frame.first_path"}}
ROOMS = {  # of transformer/: the core is the files beside __init__.py, which alone gathers names from all rooms
    "core": {"core"},
    "bundled": {"core", "bundled"},
    "readings": {"core", "readings"},
    "learning": {"core", "learning"},
    "real": {"core", "real"},
    "experiments": {"core", "bundled", "readings", "learning", "experiments"},
}


@cache
def modules_of(path: Path, *, names: bool = False) -> set[str]:
    """The modules that a file imports, or imports from, wherever in it; with `names` also what it imports from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if names}
    return found


def room_of(module: str) -> str:
    """The room of transformer/ in which a module stands; its own name for the package, which no room may import."""
    _, *inside = module.split(".")
    return "transformer" if not inside else inside[0] if inside[0] in ROOMS else "core"


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_file_imports_only_what_its_layer_may(folder: str) -> None:
    paths = [*(ROOT / folder).rglob("*.py")]
    assert paths
    for path in paths:
        modules = modules_of(path)
        rooms = {".".join(module.split(".")[: 2 if module.startswith("headlight.") else 1]) for module in modules}
        assert rooms & OURS <= MAY_IMPORT[folder], path
        assert not {module.split(".")[0] for module in modules} & MAY_NOT_USE[folder], path


@pytest.mark.parametrize("room", ROOMS)
def test_the_core_imports_no_room_and_readings_neither_models_nor_experiments(room: str) -> None:
    """core <- bundled, core <- readings, core <- learning, core <- real, and experiments use the first four."""
    folder = ROOT / "transformer" / ("" if room == "core" else room)
    files = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(files) > 4
    for path in files:
        used = {room_of(module) for module in modules_of(path) if module.split(".")[0] == "transformer"}
        assert used <= ROOMS[room], path.name


def test_every_page_is_in_the_table_of_contents() -> None:
    assert sorted(ORDER) == sorted(page.stem for page in (ROOT / "pages").glob("*.py"))


def test_every_view_has_its_lesson_and_each_lesson_its_view() -> None:
    assert {lesson.stem for lesson in (ROOT / "assets" / "lessons").glob("*.md")} == {*VIEWS} - {START}
    assert len(VIEWS) == len(set(VIEWS))


def on_streamlits_side() -> set[str]:
    """The files of the frame that import streamlit, or another that does."""
    needs = {path.stem: modules_of(path, names=True) for path in (ROOT / "headlight" / "frame").glob("*.py")}
    found: set[str] = set()
    while more := {
        name
        for name, modules in needs.items()
        if name not in found and modules & {"streamlit", "plotly", *(f"headlight.frame.{each}" for each in found)}
    }:
        found |= more
    return found


def test_a_view_knows_nothing_of_streamlit_unless_it_is_a_script() -> None:
    forbidden = {"streamlit", *(f"headlight.frame.{name}" for name in on_streamlits_side())}
    files = (ROOT / "headlight" / "views").rglob("*.py")
    found = {(path.parent.name, path.stem) for path in files if modules_of(path, names=True) & forbidden}
    assert found == {(view.page, view.name) for view in views().values() if view.script}


def test_the_frame_imports_no_view() -> None:
    for path in (ROOT / "headlight" / "frame").glob("*.py"):
        asked = {module for module in modules_of(path) if module.startswith("headlight.pages")}
        assert asked == ASKS_VIEWS.get(path.name, set()), path.name
