"""Components of the page, as Streamlit is told of them."""

from typing import Any

import pytest
import streamlit as st

from headlight.app.components import component, kept_scripts


@pytest.mark.parametrize(("watched", "kept"), [("none", True), ("auto", False)])
def test_browsers_keep_scripts_but_for_who_writes_them(
    monkeypatch: pytest.MonkeyPatch, watched: str, kept: bool
) -> None:
    def told(_name: str, **parts: Any) -> dict[str, Any]:
        return parts

    monkeypatch.setattr(st.components.v2, "component", told)
    monkeypatch.setattr(st, "get_option", {"server.fileWatcherType": watched}.__getitem__)
    assert (f"{kept_scripts()}/board.js" in component.__wrapped__("board")["js"]) is kept
