"""Imports point one way: models, formulas and pictures know nothing of each other, and nothing imports a page."""

import ast
import re
from pathlib import Path

import pytest

from ui.contents import ORDER, VIEWS

ROOT = Path(__file__).parent.parent
OURS = {
    "transformer",
    "formulas",
    "figures",
    "components",
    "ui",
    "pages",
    "views",
    "training",
    "benchmarks",
    "server",
    "menu",
    "app",
}
MAY_IMPORT = {
    "transformer": {"transformer"},
    "formulas": {"formulas"},
    "figures": {"figures"},
    "components": {"components"},
    "ui": {"ui", "transformer", "formulas", "figures", "components"},
    "views": {"views", "ui", "transformer", "formulas", "figures", "components"},
    "pages": {"ui", "views"},
    "server": {"server", "ui", "transformer"},
    "training": {"training", "transformer"},
}
MAY_NOT_USE = {
    "transformer": {"streamlit", "plotly"},
    "formulas": {"streamlit", "torch", "plotly"},
    "figures": {"streamlit", "torch"},
    "components": {"torch", "plotly"},
    "ui": {"playwright"},
    "views": {"plotly", "torch"},
    "pages": {"plotly", "torch"},
    "server": {"torch", "plotly"},
    "training": {"streamlit", "plotly"},
}
ROOMS = {  # of transformer/: the core is the files beside __init__.py, which alone gathers names from all rooms
    "core": {"core"},
    "bundled": {"core", "bundled"},
    "readings": {"core", "readings"},
    "learning": {"core", "learning"},
    "real": {"core", "real"},
    "experiments": {"core", "bundled", "readings", "learning", "experiments"},
}
FILES = [
    pytest.param(folder, path, id=str(path.relative_to(ROOT)))
    for folder in MAY_IMPORT
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def modules_of(path: Path) -> set[str]:
    """The modules that a file imports, or imports from, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
    return found


def room_of(module: str) -> str:
    """The room of transformer/ in which a module stands; its own name for the package, which no room may import."""
    _, *inside = module.split(".")
    return "transformer" if not inside else inside[0] if inside[0] in ROOMS else "core"


@pytest.mark.parametrize(("folder", "path"), FILES)
def test_a_file_imports_only_what_its_layer_may(folder: str, path: Path) -> None:
    names = {module.split(".")[0] for module in modules_of(path)}
    assert names & OURS <= MAY_IMPORT[folder]
    assert not names & MAY_NOT_USE[folder]


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


def test_every_lesson_is_shown_and_only_those_that_exist() -> None:
    written = "".join(path.read_text("utf-8") for path in (ROOT / "views").glob("*.py"))
    lessons = {lesson.stem for lesson in (ROOT / "assets" / "lessons").glob("*.md")}
    assert {name for name in lessons if f'"{name}"' not in written} == set()
    assert set(re.findall(r'lesson\.(?:lead|more)\("(\w+)"\)', written)) <= lessons
    assert len(VIEWS) == len(set(VIEWS))
