"""Every view of the registry: it opens by its address, and is drawn calmly for whatever is typed."""

import re
from collections.abc import Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any

import pytest

from headlight.reading.reader import CannotShow
from headlight.state.places import PAGES
from headlight.state.registry import View, find, views
from headlight.state.state import Dial, State
from tests.awkward import AWKWARD
from tests.draw import Drawing
from tests.in_turn import in_turn
from tests.pages.screen import opened, write
from tests.sampled import sampled
from tests.worked_out import worked_out
from transformer import Trace

READ = [
    view for view in views().values() if view.draw and (view.box or any(dial.kind == "text" for dial in view.controls))
]
# The first of each page, and those that are no function of a state: a page does the same for all of its views.
FIRST = {next(iter(page.views)) for page in PAGES.values()}
RAW = re.compile(r"\$|\\(?! key| query)|\{[^}]+\}")  # of a formula, or of a sentence whose values are missing
SCRIPTED = {name for name, view in views().items() if not view.draw}


def passes_in(held: Any) -> Iterator[Trace | State]:
    """The passes, and states with theirs, that these functions and what they hold would keep."""
    match held:
        case Trace() | State():
            yield held
        case FunctionType():
            yield from passes_in([cell.cell_contents for cell in held.__closure__ or ()])
        case partial():
            yield from passes_in([held.func, *held.args])
        case MethodType():
            yield from passes_in(held.__self__)
        case object(__wrapped__=inner):  # a cache
            yield from passes_in(inner)
        case list() | tuple():
            for each in held:
                yield from passes_in(each)


def texts_in(held: Any) -> Iterator[str]:
    """All texts in a value, however deep."""
    match held:
        case str():
            yield held
        case dict():
            yield from texts_in(list(held.values()))
        case list() | tuple():
            for each in held:
                yield from texts_in(each)


def name_of(view: View) -> str:
    return view.name


def test_there_are_no_more_views_than_a_reader_can_oversee() -> None:
    assert len(views()) <= 33


@pytest.mark.parametrize("view", [view for view in views().values() if view.draw], ids=name_of)
def test_every_view_is_drawn_and_what_its_formulas_say_to_be_equal_is(view: View) -> None:
    drawing = Drawing(State.of(view), deeper=view.arithmetic is not None)
    assert drawing.keys and not list(passes_in(drawing.listeners)), "a page that is open keeps them: a pass is large"
    for item in drawing.items:
        if item["kind"] == "picture" and item["name"] == "formula":
            assert worked_out(item["header"]["rows"])[1] == [], item["key"]
    assert not [text for text in texts_in(drawing.items) if RAW.search(text)]


@in_turn("view", views().values())
def test_no_dial_shows_the_source_of_a_formula(view: View) -> None:
    """Our own components set W_Q and √d_k as symbols, and know no LaTeX."""
    said = [[dial.label, dial.looks(State.of(view))] for dial in view.controls if isinstance(dial, Dial)]
    assert not [text for text in texts_in(said) if RAW.search(text)]


@pytest.mark.parametrize("name", sampled(views(), FIRST | SCRIPTED))
def test_a_view_opens_by_its_short_address(name: str) -> None:
    """And what is typed is met by the page: one text, another for each view, as the page does the same with all."""
    page, view = opened(name), find(name)
    if view.draw and view.box:
        write(page, AWKWARD[len(name) % len(AWKWARD)], view.box.key)
        assert not page.exception and not page.error


@pytest.mark.parametrize("every", sampled([16, 1], [16]))
@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_drawn_calmly(text: str, every: int) -> None:
    """By every sixteenth view, another for each text, in each of its boxes; `make study` gives each to every view."""
    for view in READ[AWKWARD.index(text) % every :: every]:
        boxes = [dial for dial in (view.box, *view.controls) if dial and dial.kind == "text"]
        try:
            Drawing(State.of(view, **{box.key: text for box in boxes}), deeper=view.arithmetic is not None)
        except CannotShow:  # a sentence that says why
            pass
        except Exception as error:
            error.add_note(f"It was drawing {view.name}.")
            raise
