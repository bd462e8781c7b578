"""Components of the page, as Streamlit is told of them."""

from typing import Any

import pytest
import streamlit as st

from headlight.app import components
from headlight.app.components import component, fired, kept_scripts, part, together
from tests.app.told import told


@pytest.mark.parametrize(("watched", "kept"), [("none", True), ("auto", False)])
def test_browsers_keep_scripts_but_for_who_writes_them(
    monkeypatch: pytest.MonkeyPatch, watched: str, kept: bool
) -> None:
    def told(_name: str, **parts: Any) -> dict[str, Any]:
        return parts

    monkeypatch.setattr(st.components.v2, "component", told)
    monkeypatch.setattr(st, "get_option", {"server.fileWatcherType": watched}.__getitem__)
    script = components._of_streamlit.__wrapped__("board", "", True)["js"]
    assert (kept_scripts() in script, "/now/" in script) == (kept, not kept)


def test_parts_of_a_component_are_sent_together_and_hear_their_own_triggers(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(components, "_of_streamlit", lambda *_: lambda **given: sent.append(given))
    heard: list[object] = []
    with together("line", width="stretch"):
        part("name", "<h1>Start</h1>")
        component("links")(
            key="views", data={"links": []}, on_chosen_change=lambda: heard.append(fired("views", "chosen"))
        )
    component("board")(key="alone", data=b"", on_chosen_change=lambda: heard.append(fired("alone", "chosen")))
    whole, alone = sent
    assert [each["key"] for each in whole["data"]["parts"]] == ["name", "views"] and whole["key"] == "line"
    monkeypatch.setattr(
        st, "session_state", {"line": {"views_chosen": told(1, "heads")}, "alone": {"chosen": told(2, 3)}}
    )
    whole["on_views_chosen_change"]()
    alone["on_chosen_change"]()
    assert heard == ["heads", 3]
