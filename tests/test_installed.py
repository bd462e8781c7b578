"""Headlight without its app: views need neither Streamlit nor Plotly, a wheel has all files, a new view is one file."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from tests.library.answered import ANSWERED

ROOT = Path(__file__).parent.parent
PARTS = (
    "assets",
    "headlight",
    "pages",
    "transformer",
    ".streamlit",
    "app.py",
    "headlight_attention.py",
    "pyproject.toml",
)
# Comes before all that is installed: a `pip install headlight-attention` without [app] has neither of them.
BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

missed = []

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("streamlit", "plotly", "anywidget"):
            missed.append(name)
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
"""
EVERY_VIEW = """
import headlight
from headlight.state.places import PAGES

drawn, names = 0, [name for page in PAGES.values() for name in page.views]
for name in names:
    try:
        shown = headlight.view(name, deeper=True)
    except ValueError as error:
        assert "app" in str(error), (name, error)
        print(name)
    else:
        assert shown.page.startswith("<!doctype html>") and shown.keys, name
        drawn += 1
assert drawn >= 0.9 * len(names), drawn
shown = headlight.view("invented_view", text="bear country", layer=3, head=1)
assert shown.numbers().max() == 1 and shown.table().cells[0][0] == "bear"
"""
A_VIEW = """
from pathlib import Path
import sys
import headlight, torch; headlight.open; headlight.Shown
assert not missed and not {"IPython", "pandas"} & {*sys.modules}, "what is imported brings no app"
from headlight.reading import assets
from transformer.bundled.folders import MODELS

for place in (Path(headlight.__file__), assets.FOLDER, MODELS):
    assert place.is_relative_to(Path(TARGET)), place
assert (assets.FOLDER / "lessons" / "attention.md").is_file()
shown = headlight.view("attention", text="bear country", layer=3, head=1, deeper=True)
assert abs(shown.numbers()[1, 0] - 0.733) < 0.001
shown.save("bear.html")
"""
NEW_VIEW = '''"""The lengths of the values of a head."""

import numpy as np

from headlight.parts import dials
from headlight.state.registry import view
from headlight.state.state import State
from headlight.pictures import Screen


@view(box=dials.sentence(), dials=[dials.HEAD], needs=())
def invented_view(state: State, screen: Screen) -> None:
    """A bar for each token."""
    trace, head = state.trace(), state[dials.HEAD]
    lengths = np.linalg.norm(trace.layers[head.layer].values[head.head], axis=1)
    screen.heading("How long values are", "A long value weighs more.")
    screen.bars(lengths / lengths.max(), labels=trace.words, alt="Lengths of values.", key="lengths")
'''


EVERY_NOTEBOOK = """
import json
from pathlib import Path

for file in sorted(Path(EXAMPLES).glob("*.ipynb")):
    names = {}
    if file.stem != "real_model":  # whose weights are not in the wheel
        for cell in json.loads(file.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
        print(file.stem)
"""
COMPONENTS = """
from streamlit.components.v2.manifest_scanner import scan_component_manifests

for manifest, root in scan_component_manifests():
    styles = {each.name: root / each.asset_dir / "components" / f"{each.name}.css" for each in manifest.components}
    print(*(f"{manifest.name}.{each.name} {styles[each.name].is_file()}"
        for each in manifest.components), sep="\\n")
"""


def run(code: str, folder: Path, path: Path) -> str:
    """Return what a Python of its own prints, which finds Headlight in `path` and works in an empty folder."""
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(path), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def add_view(package: Path, lessons: Path) -> None:
    """A view more: one file, a line in its page and a lesson."""
    page = package / "pages" / "attention"
    (page / "invented_view.py").write_text(NEW_VIEW, "utf-8")
    about, line = page / "__init__.py", '"attention": "One head",'
    assert about.read_text("utf-8").count(line) == 1
    about.write_text(about.read_text("utf-8").replace(line, f'{line} "invented_view": "Lengths",'), "utf-8")
    (lessons / "invented_view.md").write_text("Values differ in **length**.\n\nAnd so on.\n", "utf-8")


def source_in(folder: Path) -> Path:
    """Return a folder of what is built: building writes beside it."""
    source = folder / "source"
    source.mkdir()
    for part in (*PARTS, "deploy", "LICENSE", "requirements.txt"):
        (source / part).symlink_to(ROOT / part)
    return source


def files_of_the_tree() -> set[str]:
    """What a wheel has to hold, by its names there: every file of the source, and what serves the app."""
    places = {"assets/models": "transformer/models", "assets": "headlight/assets", "pages": "headlight/pages"}
    files = {"headlight_attention.py", "headlight/served/.streamlit/config.toml"}  # a folder by a link
    for part in ("assets", "headlight", "pages", "transformer"):
        for path in (ROOT / part).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and not {"__pycache__", ".gitattributes"} & {*path.parts}:
                source = next((each for each in places if name.startswith(f"{each}/")), "")
                files.add(places.get(source, "") + name.removeprefix(source))
    return files


def files_in(folder: Path) -> set[str]:
    """The names of all files below a folder, but for what is compiled."""
    return {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"
    }


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment, into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("wheel")
    source, target = source_in(folder), folder / "target"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    offline = ["--no-deps", "--no-index"]
    unpacked = ["--no-build-isolation", "--config-settings=--build-option=--compression=stored"]  # weights stay large
    subprocess.run([*pip, "wheel", *offline, *unpacked, "-w", folder, source], check=True)
    (wheel,) = folder.glob("headlight_attention-*.whl")
    subprocess.run([*pip, "install", *offline, "--no-compile", "--target", target, wheel], check=True)
    return target


def test_a_wheel_has_all_files_and_draws_without_streamlit_and_plotly(tmp_path: Path) -> None:
    """It has what `build_py` gathers; `make study` packs it and installs that."""
    target = tmp_path / "target"
    build = [sys.executable, "-c", "import setuptools; setuptools.setup()", "--quiet", "build_py", "-d", target]
    subprocess.run(build, cwd=source_in(tmp_path), check=True, capture_output=True)
    assert files_in(target) == files_of_the_tree()
    run(f"TARGET = {str(target)!r}" + A_VIEW, tmp_path / "elsewhere", target)
    assert (tmp_path / "elsewhere" / "bear.html").stat().st_size > 40_000


@pytest.mark.study
def test_so_it_draws_every_view_that_is_a_function_a_new_one_too_and_runs_every_notebook(
    target: Path, tmp_path: Path
) -> None:
    add_view(target / "headlight", target / "headlight" / "assets" / "lessons")
    need_the_app = run(EVERY_VIEW, tmp_path / "elsewhere", target).split()
    assert "learning" in need_the_app and not {"attention", "start", "translate"} & {*need_the_app}
    assert run(ANSWERED, tmp_path / "elsewhere", target).startswith("failed 0 of")
    notebooks = run(f"EXAMPLES = {str(ROOT / 'docs' / 'examples')!r}" + EVERY_NOTEBOOK, tmp_path / "elsewhere", target)
    assert len(notebooks.split()) == 6


def test_a_checkout_without_symbolic_links_finds_its_pages(tmp_path: Path) -> None:
    (tmp_path / "headlight").mkdir()
    for part in (ROOT / "headlight").iterdir():
        if part.name == "pages":
            (tmp_path / "headlight" / "pages").write_text("../pages", "utf-8")  # as git writes a link there
        else:
            (tmp_path / "headlight" / part.name).symlink_to(part)
    for part in ("pages", "transformer", "assets"):
        (tmp_path / part).symlink_to(ROOT / part)
    found = "from headlight.state.places import PAGES; from headlight import pages; print(len(PAGES), pages.__file__)"
    assert run(found, tmp_path, tmp_path).split() == ["17", str(tmp_path / "pages" / "__init__.py")]


@pytest.mark.study
def test_requirements_alone_bring_what_streamlit_finds_the_components_in(tmp_path: Path) -> None:
    """As a host installs them that knows nothing else, into an environment that has all packages but the app itself."""
    assert (ROOT / "requirements.txt").read_text("utf-8").splitlines()[-1] == "-e ."
    source, environment = source_in(tmp_path), tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    packages = sysconfig.get_path("purelib", vars={"base": str(environment)})
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "headlight" not in package.name:
            (Path(packages) / package.name).symlink_to(package)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", python]
    install = [*pip, "install", "--no-index", "--no-build-isolation", "--no-compile", "-r", "requirements.txt"]
    subprocess.run(install, cwd=source, check=True)
    found = subprocess.run([python, "-c", COMPONENTS], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared = {each["name"] for each in project["tool"]["streamlit"]["component"]["components"]}
    assert {*found.splitlines()} == {f"headlight-attention.{name} True" for name in declared}
