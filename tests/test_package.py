"""What is installed: the scripts of the pictures for the app, the models for a notebook."""

import tomllib
from pathlib import Path

from streamlit.components.v2.manifest_scanner import scan_component_manifests

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_streamlit_finds_the_components_in_the_installed_project() -> None:
    found = {manifest.name: (manifest, root) for manifest, root in scan_component_manifests()}
    assert "headlight-attention" in found, "the project is not installed: pip install -e ."
    manifest, root = found["headlight-attention"]
    assert ([part.name for part in manifest.components], root) == (
        ["board", "box", "join", "links", "parts", "presenter", "slide", "stream", "tally", "teach", "toggles"],
        ROOT,
    )
    for part in manifest.components:
        assert all((root / part.asset_dir / "components" / f"{part.name}.{kind}").is_file() for kind in ("js", "css"))


def test_a_notebook_gets_the_whole_package_and_every_file_of_the_models() -> None:
    setup = PROJECT["tool"]["setuptools"]
    folders = [path.parent for room in ("transformer", "headlight") for path in (ROOT / room).rglob("__init__.py")]
    packages = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    packages |= {
        ".".join(("headlight", *path.parent.relative_to(ROOT).parts)) for path in ROOT.glob("pages/**/__init__.py")
    }
    assert {*setup["packages"]} == packages | {"transformer.models", "headlight.assets", "headlight.served"}
    models = ROOT / setup["package-dir"]["transformer.models"]
    (pattern,) = setup["package-data"]["transformer.models"]
    assert {*models.glob(pattern)} == {path for path in models.rglob("*") if path.is_file()}
    drawn = {
        path
        for kind in setup["package-data"]["headlight.pictures"]
        for path in (ROOT / "headlight" / "pictures").glob(kind)
    }
    assert {
        ROOT / "headlight" / "pictures" / "design_tokens.json",
        *(ROOT / "headlight" / "pictures" / "browser").rglob("*"),
    } == drawn
