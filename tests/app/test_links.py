"""Links between pages: each page leads to the one before and the one after it in reading order, and to no other."""

from typing import Any

import pytest

from headlight.app import links
from headlight.state.places import PAGES, START
from headlight.state.session import Session


@pytest.mark.parametrize("place", range(1, len(links.ORDER)))
def test_a_page_leads_to_its_neighbours(monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    drawn, session = list[dict[str, Any]](), Session({"at": [next(iter(PAGES[links.ORDER[place]].views))]})
    monkeypatch.setattr(links.visit, "session", lambda: session)
    monkeypatch.setattr(links, "draw", lambda key, label, beside: drawn.extend(beside))
    links.neighbours()
    titles = [PAGES[name].title for name in links.ORDER]
    after = [f"{titles[place + 1]} →"] if place + 1 < len(titles) else []
    assert links.ORDER[0] == START and [each["label"] for each in drawn] == [f"← {titles[place - 1]}", *after]
