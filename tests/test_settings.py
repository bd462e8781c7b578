"""The settings that the app's speed and manners rest on are in force, and the pinned Streamlit still knows them."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from streamlit import config

import headlight

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))


def test_no_garbage_is_collected_after_a_run_and_no_message_is_kept_by_the_browser() -> None:
    assert SETTINGS["runner"]["postScriptGC"] is False
    assert SETTINGS["global"]["minCachedMessageSize"] > 1e6 * SETTINGS["server"]["maxMessageSize"]


def test_visitors_see_no_traceback_and_upload_nothing_and_the_app_is_for_this_computer_alone() -> None:
    client, server = SETTINGS["client"], SETTINGS["server"]
    assert (client["showErrorDetails"], client["showErrorLinks"]) == ("none", False)
    assert client["allowedOrigins"] == [], "no page around this one commands it"
    assert SETTINGS["browser"]["gatherUsageStats"] is False
    assert (server["address"], server["maxUploadSize"], server["disconnectedSessionTTL"]) == ("127.0.0.1", 0, 20)
    assert server["maxMessageSize"] > 10 * 4 * 1024**2 / 10**6, "ten matrices of the longest text that can be set"


@pytest.mark.parametrize("package", ["streamlit", "starlette", "uvicorn", "websockets", "python-multipart", "h11"])
def test_what_faces_visitors_is_the_pinned_one(package: str) -> None:
    assert f"{package}=={version(package)}" in (ROOT / "requirements.txt").read_text("utf-8").split()


def test_every_setting_is_known_to_streamlit() -> None:
    known = config.get_config_options()

    def names(table: dict, prefix: str) -> list[str]:
        return [
            name
            for key, value in table.items()
            for name in (names(value, f"{prefix}{key}.") if isinstance(value, dict) else [f"{prefix}{key}"])
        ]

    assert [name for name in names(SETTINGS, "") if name not in known] == []


def test_the_licence_and_the_version_are_the_same_wherever_they_are_said() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "Apache-2.0"
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {headlight.__version__}" in citation and "license: Apache-2.0" in citation
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert "Apache License" in licence and "Copyright 2026 The Headlight authors" in licence


def test_all_assets_are_under_80_megabytes_of_which_13_are_what_story_has_read() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "assets" / "models" / "story").iterdir()}
    assert sum(size for name, size in sizes.items() if name.startswith("training_text.")) < 13e6
    assert sum(path.stat().st_size for path in (ROOT / "assets").rglob("*") if path.is_file()) < 80e6


def test_what_is_installed_beside_the_app_is_pinned_once() -> None:
    """By its extra in pyproject.toml, or in requirements-dev.txt, whence `make serve` and the image take it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pinned = {line.split("==")[0] for line in (ROOT / "requirements-dev.txt").read_text("utf-8").splitlines()}
    assert {each.split(">=")[0] for each in project["serve"]} <= pinned
    assert all("==" in name for extra in ("real", "study", "peers", "vectors", "mutants") for name in project[extra])
    # Notebooks, with all that they bring, are installed by those who run the study.
    assert {each.split("==")[0] for each in project["study"]} == {"jupyterlab", "marimo"} and not {
        "jupyterlab",
        "marimo",
    } & pinned
    assert re.search(r"^study:.* \.venv/study ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    files = [path for pattern in ("", "[!.]*/") for path in ROOT.glob(f"{pattern}requirements*.txt")]
    assert {*files} == {ROOT / "requirements.txt", ROOT / "requirements-dev.txt"}
    for caller in ("Makefile", "deploy/Dockerfile"):
        named = set(re.findall(r"requirements[a-z-]*\.txt", (ROOT / caller).read_text("utf-8")))
        assert all((ROOT / name).is_file() for name in named), caller
