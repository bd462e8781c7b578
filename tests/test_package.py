"""What is installed: the scripts of the pictures are where Streamlit looks for them."""

from pathlib import Path

from streamlit.components.v2.manifest_scanner import scan_component_manifests

ROOT = Path(__file__).parent.parent


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
