"""The site of the documentation is built without a warning, and a reader's browser asks nobody for anything."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADS = {
    "link": "href",
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "use": "href",
    "object": "data",
}
METHODS = {
    "model": "library.model.Model.sweep",
    "run": "library.run.Run.lens",
    "runs": "library.runs.Runs.mean",
    "shown": "outside.shown.Shown.on_change",
}


class Loaded(HTMLParser):
    """The addresses that a page loads something from; where a link leads is none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if (address := about.get(LOADS.get(tag, ""))) and about.get("rel") not in ("canonical", "prev", "next"):
            self.found.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--config-file",
        "deploy/mkdocs.yml",
        "--strict",
        "--quiet",
        "--site-dir",
        str(folder),
    ]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 25
    for page in pages:
        parser = Loaded()
        parser.feed(page.read_text("utf-8"))
        assert parser.found and not [each for each in parser.found if re.match(r"(https?:)?//", each)], page.name
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import )[\"']?(https?:)?//", style.read_text("utf-8")), style.name


def test_every_notebook_has_run_and_every_noun_has_its_page(site: Path) -> None:
    for notebook in (ROOT / "docs" / "examples").glob("*.ipynb"):
        if notebook.stem != "real_model":
            cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
            page = (site / "examples" / f"{notebook.stem}.html").read_text("utf-8")
            assert page.count('<div class="highlight">') + page.count("<iframe") > len(cells), notebook.stem
    assert "id=&quot;boards&quot;" in (site / "examples" / "next_word.html").read_text("utf-8")
    for noun, method in METHODS.items():
        assert f'id="headlight.{method}"' in (site / "api" / f"{noun}.html").read_text("utf-8")
    assert 'class="gp"' in (site / "api" / "run.html").read_text("utf-8"), "examples are code"
