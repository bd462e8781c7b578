"""The frame of every page: title, views, map, and the way on; and what a part of a page is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial, wraps
from itertools import groupby
from typing import Any, ParamSpec

import streamlit as st

from headlight.frame import (
    assets,
    code,
    contents,
    controls,
    elsewhere,
    failures,
    heavy,
    kept,
    lesson,
    models,
    opening,
    pins,
    present,
    reader,
    sharing,
    stories,
    teach,
    translators,
)
from headlight.frame.components import component, fired
from headlight.frame.found import FOUND
from headlight.frame.places import PAGES, VIEWS
from headlight.frame.reader import CannotShow
from headlight.frame.registry import DrawChart, Entries, Link, View, find
from headlight.frame.state import Button, Dial, Place, State, drawn_for
from headlight.frame.turns import timed
from headlight.pictures import Board, OnChoose, collecting
from headlight.pictures.colours import palettes
from transformer import LanguageModel

Given = ParamSpec("Given")
_STYLE = assets.FOLDER / "styles" / "page.css"
_LINE = 620  # pixels: about 75 characters
_LAID_OUT = "start", "tokens", "four_words", "decoding", "learning", "growing_up"  # they fill a slide by themselves
_READ = ("glossary", "sources", "path")  # pages that are read, and have no sentence to try


def show(name: str) -> None:
    """Draw a page, and measure how long it takes."""
    with timed("page"):
        _draw(name)


def _draw(name: str) -> None:
    """Draw a page, which may run without menu.py: its title, its views in the same line, and the open one."""
    contents.show_if_alone()
    if led := kept.led_away(name):
        contents.go(*led)
    kept.arrive(name)
    page = PAGES[name]
    st.set_page_config(page_title=f"{page.title} · Headlight")
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="top"):
        st.title(page.title, anchor=False, width="content")
        with st.container(key="views", width="stretch"):
            view = find(_chosen(name))
        heading = st.container(horizontal=True, vertical_alignment="center", width="content", gap="small")
    contents.show_way_back(name)
    contents.show_map(name)
    stories.card(view.name)
    kept.keep_pictured(view)
    with heading:
        pins.button(view)
        if name not in _READ:
            sharing.button(view)
            stories.offer(view)
        present.begin()
        teach.begin()
    with drawn_for(kept.now(view)), teach.shown(), failures.caught(name):
        models.offer(view)
        if view.script:
            view.script()
        elif view.entries:
            lesson.lead(view.name)
            lesson.more(view.name)
            _entries(view, view.entries)
        else:
            _show(view)
    contents.show_neighbours(name)


def _chosen(page: str) -> str:
    """The short address of the open view, chosen among the views of the page; a page of one has its question there."""
    if views := VIEWS.get(page):
        return views[controls.view(tuple(views))]
    st.markdown(PAGES[page].question)
    return next(iter(PAGES[page].views))


def _show(view: View) -> None:
    """A view that is a function of what is set: lead, dials, its board, code, and more to read."""
    taught = view.name != contents.START  # which shows its sentence at once
    if taught:
        lesson.lead(view.name)
    state = kept.now(view)
    try:
        typed = view.box is not None and view.box.key == "text"
        if typed and isinstance(state.model, LanguageModel) and state.model.trouble:
            st.caption(f"{state.model.trouble} So heads have no names here, and the first one is chosen.")
        with st.sidebar:
            _draw_dials(view, state, "side")
            elsewhere.offer(view, state)
        elsewhere.say(view)
        _board(view)
        if not callable(view.ways):
            _show_ways(view.ways)
        code.show(view, state.model_name)
    except CannotShow as error:
        failures.nothing_to_show(error)
    if taught:
        lesson.more(view.name, partial(_link, view.onward) if view.onward else None)


def _show_ways(ways: Sequence[Link]) -> None:
    """Links under the pictures: cards in a row, or lines."""
    if not any(way.about for way in ways):
        with st.container(key="further"):
            for way in ways:
                _link(way)
        return
    with st.container(horizontal=True, gap="small", key="ways"):
        for way in ways:
            with st.container(border=True, height="stretch", gap=None):
                _link(way)
                st.caption(way.about)


def _link(way: Link) -> None:
    contents.link(way.to, way.label, {key: str(value) for key, value in way.state.items()} or None)


def _is_button(part: Any) -> bool:
    return isinstance(part, Button)


def _draw_dials(view: View, state: State, place: Place) -> None:
    """Dials below each other, and buttons that follow each other side by side."""
    parts = [part for part in view.parts if part.place == place and part.when(state)]
    for pressed, several in groupby(parts, _is_button):
        with st.container(horizontal=True, gap="small") if pressed else nullcontext():
            for part in several:
                controls.draw(part, state)


def part(draw: Callable[Given, None], every: float | None = None) -> Callable[Given, None]:
    """A decorator for a part of a page: drawn anew by itself with each key; its failure leaves the rest standing.

    With `every` it is drawn anew after so many seconds too.
    """

    @partial(failures.fragment, every=every)
    @wraps(draw)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> None:
        with drawn_for(kept.now(kept.open_view())):
            draw(*args, **kwargs)

    return drawn


@failures.fragment
def _entries(view: View, entries: Entries) -> None:
    """The dials of a list, and its entries theme by theme."""
    state = kept.now(view)
    _draw_dials(view, state, "above")
    found = entries(state)
    for theme in dict.fromkeys(entry.theme for entry in found):
        st.header(theme, anchor=False)
        for entry in (entry for entry in found if entry.theme == theme):
            with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
                st.markdown(entry.words, width=_LINE)
                contents.link(entry.shown_in, contents.title_of(entry.shown_in))


@failures.fragment
def _board(view: View) -> None:
    """What follows the sentence: the box, dials at the picture, the picture, and one click deeper the arithmetic."""
    state = kept.now(view)
    if view.box:
        _show_box(view, view.box, state)
    above = [part for part in view.parts if part.place == "above" and part.when(state)]
    if above:
        # Those that fill several rows stand beside the picture while presenting.
        several = len(above) > 2 and not all(isinstance(part, Button) for part in above)
        with st.container(key="dials" if several else "above"):
            _draw_row(view, state, "above")
    if said := controls.message():
        st.caption(said)
    with heavy.work():
        _put(view, state, deeper=False)
        _draw_dials(view, state, "below")
        if callable(view.ways):
            _show_ways(view.ways(state))
        if view.arithmetic and controls.toggle("arithmetic", "Show the arithmetic", False):
            _draw_row(view, state, "deeper")
            if view.figure:
                _show_chart(view.figure, state)
            _put(view, state, deeper=True)


def _show_chart(draw: DrawChart, state: State) -> None:
    """Show the chart of a view in full width under its heading, with a button for a PNG of twice its size."""
    palettes()  # which looks at the file of the colours, and says what is wrong with it
    chart = draw(state, "dark" if st.context.theme.type == "dark" else "light")
    if chart is None:
        return
    st.header(chart.title, anchor=False)
    st.caption(chart.hint)
    key = f"{state.view.name}_chart"
    st.plotly_chart(
        chart.figure,
        key=key,
        alt=chart.alt,
        theme=None,  # the figure brings its colours, for both grounds
        config={"displaylogo": False, "toImageButtonOptions": {"format": "png", "scale": 2, "filename": key}},
    )


def _show_box(view: View, box: Dial[str], state: State) -> None:
    """The sentence box, what stands at its right, and why its example is shown where what was typed cannot be.

    Pages whose boxes have the same key show the same sentence.
    """
    accompanied = any(dial.place == "beside" for dial in view.controls)
    with st.container(horizontal=True, vertical_alignment="center", key="beside") if accompanied else nullcontext():
        typed = controls.text(
            box.key, box.label, str(box.default), label_visibility="collapsed", placeholder="Type a sentence"
        )
        _draw_dials(view, state, "beside")
    if not (read := reader.as_read(typed)):
        st.caption("The box is empty: the pictures show the example until you type.")
    elif box.key == "text" and not reader.reads(state.model_name, read):
        st.caption("The model finds nothing to read in this: the pictures show the example until it does.")


def _draw_row(view: View, state: State, place: Place) -> None:
    """Dials and buttons beside each other; tables, which need the width, stand below them."""
    parts = [part for part in view.parts if part.place == place and part.when(state)]
    tables = [part for part in parts if isinstance(part, Dial) and part.kind == "tables"]
    unlabelled = any(not isinstance(part, Dial) or part.kind == "toggle" for part in parts)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom" if unlabelled else "top"):
        for pressed, several in groupby((part for part in parts if part not in tables), _is_button):
            with st.container(horizontal=True, gap="small", width="content") if pressed else nullcontext():
                for part in several:
                    controls.draw(part, state)
    for table in tables:
        controls.draw(table, state)


def _put(view: View, state: State, *, deeper: bool) -> None:
    screen = view.board(state, deeper=deeper)
    if pin := pins.pinned(view):
        with suppress(CannotShow), drawn_for(state):
            pins.compare(screen, pins.as_it_was(pin.state, deeper), pin, state)
    elif state.get("present") and view.name not in _LAID_OUT:
        pins.slide(screen)
    show_board(screen, f"{view.name}_{'arithmetic' if deeper else 'board'}", on_pin=partial(pins.pin, view))


def show_board(board: Board, key: str, on_pin: Callable[[str], None] | None = None) -> None:
    """Put a board on the page; `on_pin` is called with the key of a picture that the reader pins."""
    board.pins = on_pin is not None
    listening: dict[str, Any] = {"on_turned_change": lambda: _turn(key)}
    if board.leads:
        listening["on_opened_change"] = lambda: _open(key, board.text)
    if board.listeners:
        listening["on_chosen_change"] = lambda: _choose(key, board.listeners)
    if on_pin:
        listening["on_pinned_change"] = lambda: _pin(key, on_pin)
    message = board.message()
    teach.show(board, key, message)
    component("board")(key=key, data=message, **listening)


@contextmanager
def board(*, key: str, text: str = "", model: str = "") -> Iterator[Board]:
    """Collect what is drawn inside the `with` block, and put it on the page; for views that are scripts."""
    with collecting(text, model) as collected:
        yield collected
    show_board(collected, key)


def _choose(board: str, listeners: Mapping[str, OnChoose]) -> None:
    key, value = fired(board, "chosen") or ("", None)
    if key in listeners and (moved := listeners[key](value)):  # a click may have crossed with a message without it
        kept.move(**moved)


def _turn(board: str) -> None:
    if turned := fired(board, "turned"):
        controls.move_slider(*turned)


def _open(board: str, text: str) -> None:
    if opened := fired(board, "opened"):
        label, model = opened
        if model in translators.OTHERS:  # whose numbers open on the page that shows them
            return kept.move(opened=label, translator=model)
        if model == translators.MAIN:
            contents.go("encoder_decoder", {"english": text, "opened": label, "box": opening.box_of(label)})
        of = {kept.MODEL: model} if model in FOUND else {}
        contents.go("opened", {"text": text, "opened": label, **of})


def _pin(board: str, on_pin: Callable[[str], None]) -> None:
    if key := fired(board, "pinned"):
        on_pin(key)
