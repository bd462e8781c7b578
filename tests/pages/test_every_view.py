"""Every view of the registry: it opens by its address, and is drawn calmly for whatever is typed."""

from contextlib import suppress

import pytest

from headlight.frame.reader import CannotShow
from headlight.frame.registry import View, views
from headlight.frame.state import State
from tests.awkward import AWKWARD
from tests.draw import Drawing
from tests.pages.screen import opened, typed

READ = [
    view for view in views().values() if view.draw and (view.box or any(dial.kind == "text" for dial in view.controls))
]


def name_of(view: View) -> str:
    return view.name


@pytest.mark.parametrize("view", [view for view in views().values() if view.draw], ids=name_of)
def test_every_view_is_drawn(view: View) -> None:
    assert Drawing(State.of(view), deeper=view.arithmetic is not None).keys


@pytest.mark.parametrize("name", views())
def test_a_view_opens_by_its_short_address(name: str) -> None:
    opened(name)


@pytest.mark.parametrize("view", READ, ids=name_of)
def test_awkward_texts_are_drawn_calmly(view: View) -> None:
    """In its sentence box, and in every other box that takes text."""
    boxes = [dial for dial in (view.box, *view.controls) if dial and dial.kind == "text"]
    for text in AWKWARD:
        with suppress(CannotShow):  # a sentence that says why
            Drawing(State.of(view, **{box.key: text for box in boxes}), deeper=view.arithmetic is not None)


@pytest.mark.parametrize("view", [view for view in READ if view.box], ids=name_of)
def test_what_is_typed_is_met_by_the_page(view: View) -> None:
    """One text each, another for each view: the page does the same with all."""
    assert view.box
    typed(view.name, AWKWARD[len(view.name) % len(AWKWARD)], key=view.box.key)
