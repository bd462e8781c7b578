"""The one page that Streamlit knows, on which every view is drawn: head, part that follows the sentence, foot.

Which view is open is a value of the session, so no request can belong to a page that is gone, and the part with the box
and the pictures is the same one before and after another view is opened.
"""

from collections.abc import Callable, Sequence, Set
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial, wraps
from html import escape
from itertools import count
from typing import Any, ParamSpec

import streamlit as st

from headlight.app import (
    boards,
    code,
    controls,
    failures,
    head_line,
    lesson,
    links,
    models,
    pins,
    playlist,
    present,
    queue,
    reading_list,
    set_elsewhere,
    stories,
    stream,
    teach,
    visit,
    way_back,
)
from headlight.app.components import component, fired, heard, part, together
from headlight.app.streamlit_private import LOST_COMPONENT, stop_if_moved_on
from headlight.parts import unanswered
from headlight.pictures.design_tokens import palettes
from headlight.reading import assets
from headlight.reading.reader import CannotShow
from headlight.rooms.room import LENGTH, LETTERS
from headlight.state.address import KEYS
from headlight.state.key_types import Text
from headlight.state.places import PAGES, START
from headlight.state.registry import Depth, DrawChart, Link, View, as_it_was
from headlight.state.state import Button, Dial, DialPlace, State
from transformer import LanguageModel, ModelFolderError

P = ParamSpec("P")
_PART = "part"  # the key of the part of the page that follows the sentence, and of the container around it
_DAY = 86_400.0  # seconds
_STEP = 0.15  # seconds from one step of a view that goes on by itself to the next
_AGAIN = count(1)  # of boards that are unfinished: one that is like the one before is drawn too
_BOX = (
    '<div class="sentence-box"><input type="text" autocomplete="off" autocapitalize="off" autocorrect="off" dir="auto" '
    'spellcheck="false" enterkeyhint="done"></div>'
)


def draw() -> None:
    """Draw the page for this visitor, and measure how long it takes."""
    with queue.timed("page"):
        view, state = visit.session().view, visit.state()
        asks = _asks()
        with teach.shown():
            st.set_page_config(
                page_title=f"{PAGES[view.page].title} · Headlight",
                page_icon=str(assets.FOLDER / "icon.png"),
                layout="wide",
            )
            with st.container(key="page"):
                with failures.caught("menu"):  # outside of the head, with which it would be scrolled away
                    if _presented() or view.asks(state):
                        st.empty()  # so that what follows is the same in the browser, and keeps the focus
                    else:
                        head_line.draw(view, state, asks=asks)
                with failures.caught("stream"):
                    stream.draw()
                with st.container(key="head"), failures.caught("head"):
                    _head(view, state, asks=asks)
                # What of a whole run is still on its way is lost where a run of the part follows, but for what stands
                # outside of the part. The browser takes the part for gone then, and what follows it moves into its
                # place, where the part is drawn over it: so it stands alone in a container.
                with st.container(key=_PART):
                    _part(view)
                with failures.caught("foot"):
                    _foot(view, asks=asks)
                with failures.caught("share"):
                    head_line.share(view, state)


def _asks() -> bool:
    """Whether the view, its story or the teacher asks something, so that all that tells the answer is left out."""
    return visit.session().asks or teach.asks()


def _head(view: View, state: State, *, asks: bool) -> None:
    """The title with the views of its page, and the words above them.

    A slide has the title alone, and the card of a story; so has a page that asks.
    """
    page, presented = PAGES[view.page], _presented()
    alone = view.asks(state)  # with its question
    with st.container(horizontal=True, gap="small", key="top"):
        with together("title", width="content"):
            part("name", f"<h1>{'Headlight' if alone else escape(page.title)}</h1>")
            if not presented and len(page.views) > 1:
                links.views()
            elif not presented and not alone and not view.lesson:
                part("question", f"<p>{lesson.question(view.name, page.question)}</p>")
            if presented:
                present.begin()
                teach.begin(visit.get("walk") or "", list(playlist.ready()))
            component("line", '<p class="unheard" role="status" hidden></p>')(
                key="line", data={"lost": LOST_COMPONENT}, on_asked_change=lambda: None
            )
        if not presented:
            if view.lesson and not asks:
                lesson.lead(view.name)
            pins.let_go()
    way_back.draw(view)
    stories.card(view.name)
    with suppress(CannotShow, ModelFolderError):  # which the part of the page says
        models.say(view)
        if not presented and not asks:
            _said_first(view, state)


def _said_first(view: View, state: State) -> None:
    """Say in which state the model is, and what is set on other pages."""
    typed = view.box is not None and view.box.key == "text"
    if typed and isinstance(state.model, LanguageModel) and state.model.trouble:
        st.caption(f"{state.model.trouble} Heads cannot be named without it, so layer 1, head 1 is shown.")
    set_elsewhere.say(view)


def _presented() -> bool:
    """Whether the page is a slide, which is the picture and its consequence alone."""
    return visit.get("present") is not None


def _foot(view: View, *, asks: bool) -> None:
    """The code and the lesson, where their switches are on, and the ways on; under a slide there is nothing."""
    if _presented():
        return
    if not asks:
        _words_and_ways(view)
        if view.name == START:
            component("join")(key="join", data={"letters": LETTERS, "length": LENGTH}, width="content")
    links.neighbours()


def _words_and_ways(view: View) -> None:
    if not view.entries and visit.get(visit.CODE):
        with suppress(CannotShow, ModelFolderError):  # which the part of the page says
            code.show(view, visit.state())
    if view.lesson and lesson.is_open(view.name):
        lesson.more(view.name, partial(_show_ways, [view.onward]) if view.onward else None)
    if view.draw and not callable(view.ways):
        _show_ways(view.ways)


def _show_ways(ways: Sequence[Link]) -> None:
    """Links under the pictures, one below the other."""
    if ways:
        drawn = [links.link(way.to, way.label, dict(way.state) or None) for way in ways]
        links.draw("ways", "Ways on", drawn, "list")


def _draw_dials(view: View, state: State, place: DialPlace) -> None:
    """Dials below each other; buttons that follow each other stand side by side, and so do switches."""
    controls.draw_all(view.placed(place, state), state)


def _part(view: View) -> None:
    """The part that is drawn anew with each key; a view that goes on by itself says after how many seconds too."""
    fragment(_follow, key=_PART, every=view.every())()


def fragment(function: Callable[P, None], *, key: str, every: float | None = None) -> Callable[P, None]:
    """Return a fragment of Streamlit's that waits for its turn; an exception renders a sentence in its place alone.

    With `every` the browser asks for it again after so many seconds, for as long as the page is open; else after a day.
    With no time at all Streamlit's client would not ask for the page where the line was cut for so long that the server
    has forgotten it: nothing that is set on it would be heard.
    """

    @st.fragment(key=key, run_every=every or _DAY)
    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        with queue.timed("part") as waited, teach.shown(key), failures.caught(function.__name__):
            if waited:
                stop_if_moved_on()  # something newer may have been typed meanwhile
            function(*args, **kwargs)

    return guarded


def _follow() -> None:
    """Draw what follows the sentence: the box, dials at the picture, the picture, and what is closed under it."""
    session = visit.session()
    with queue.long_work(session.typed, session.visitor, seen=session.seen == session.typed) as visitor:
        view, state = session.view, session.state
        asks = _asks()
        with (line := st.container(horizontal=True, vertical_alignment="center", key="beside")):
            _box(view, state)
            if view.box and not asks:
                _draw_dials(view, state, "beside")
        told: frozenset[str] | None = None  # by pictures, where they could be drawn
        with failures.caught("pictures"):
            if asks and not view.asks(state):
                with boards.drawn(key=f"{view.name}_board", text=state.text if view.box else "") as screen:
                    if view.box:
                        unanswered.sentence(screen, state.text)
            elif view.script:
                view.script(state)
            elif view.entries:
                _draw_row(view, state, "above")
                reading_list.draw(view.name, view.entries(state))
            else:
                told = _pictures(view, state, visitor, line, asks=asks)
        if not _presented() and not asks:
            _closed(view, state, visitor, told)
        if visitor.again() is None:
            session.seen = session.typed


def _box(view: View, state: State) -> None:
    """The sentence box, and where the page stands for the address.

    Pages whose boxes have the same key show the same sentence.
    """
    session, box = visit.session(), None
    if view.box:
        holds, typed = KEYS[view.box.key].holds, session.get(view.box.key)
        box = {
            "key": view.box.key,
            "label": view.box.label,
            "text": view.box.opens(state) if typed is None else typed,
            "most": holds.most if isinstance(holds, Text) else None,
            "hint": view.box.placeholder,
            "edition": session.edition,
        }
    counts = {"line": heard(), "entry": session.entry, "went": session.went}
    strip = stream.strip_of(state) if view.streams else None
    data = {"address": session.address(), "box": box, "stream": strip, **counts}
    listening: dict[str, Any] = {"on_typed_change": _hear, "on_went_change": _went, "on_resumed_change": _resumed}
    component("box", _BOX, isolated=False)(key="sentence_box", data=data, width="stretch", **listening)


def _hear() -> None:
    if typed := fired("sentence_box", "typed"):
        visit.hear(typed["texts"], int(typed["after"]))


def _went() -> None:
    if address := fired("sentence_box", "went"):
        visit.went_to(*address)


def _resumed() -> None:
    if place := fired("sentence_box", "resumed"):
        visit.resumed(*place)


def _pictures(
    view: View, state: State, visitor: queue.Visitor, line: AbstractContextManager[Any], *, asks: bool
) -> frozenset[str]:
    """The board of a view with the dials at it, in the line of its box; return what it says of the texts."""
    if above := view.placed("above", state):
        # Those that fill several rows stand beside the picture while presenting.
        several = len(above) > 2 and not all(isinstance(part, Button) for part in above)
        with nullcontext() if _presented() else line, st.container(key="dials" if several else "above"):
            _draw_row(view, state, "above")
    if pressed := controls.message():
        st.caption(pressed)
    visitor.tells_here()
    told = _put(view, state, visitor, "main")
    # A slide has the dial that makes its point, and no room under its pictures; a question has neither.
    if not _presented() and not asks:
        _draw_dials(view, state, "below")
        if callable(view.ways):
            _show_ways(view.ways(state))
    return told


def _closed(view: View, state: State, visitor: queue.Visitor, told: frozenset[str] | None) -> None:
    """The switches under the pictures, in a row, and below them what the first two have opened.

    Where no picture could be drawn there are no others, nor its arithmetic.
    """
    others, deeper = (told is not None and bool(pictures) for pictures in (view.others, view.arithmetic))
    coded = False
    with suppress(CannotShow, ModelFolderError):  # which is said where the pictures would be
        coded = not view.entries and code.fits(view, state.model_name)
    switches = [
        _opens("more", "More pictures") if others else None,
        _opens("arithmetic", "Show the arithmetic") if deeper else None,
        _opens(visit.CODE, "Show the code") if coded else None,
        lesson.toggle(view.name) if view.lesson else None,
    ]
    controls.toggles("switches", [switch for switch in switches if switch])
    others, deeper = others and bool(visit.get("more")), deeper and bool(visit.get("arithmetic"))
    told = told or frozenset()
    if others:
        with failures.caught("more"):
            if view.placed("further", state):
                _draw_row(view, state, "further")
            told |= _put(view, state, visitor, "more", told)
    if deeper:
        with failures.caught("arithmetic"):
            _draw_row(view, state, "deeper")
            if view.figure:
                _show_chart(view.figure, state)
            _put(view, state, visitor, "arithmetic", told)


def _opens(key: str, label: str) -> controls.Toggle:
    return controls.Toggle(key, label, bool(visit.get(key)), lambda on: visit.move(**{key: on}))


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


def _draw_row(view: View, state: State, place: DialPlace) -> None:
    """Dials and buttons beside each other."""
    parts = view.placed(place, state)
    unlabelled = any(not isinstance(part, Dial) or part.kind == "toggle" for part in parts)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom" if unlabelled else "top"):
        controls.draw_all(parts, state, width="content")


def _put(
    view: View, state: State, visitor: queue.Visitor, depth: Depth, told: Set[str] = frozenset()
) -> frozenset[str]:
    """Put a board of the view on the page, without what those above it have said; return what it says of the texts."""
    screen = view.board(state, depth, told)
    screen = boards.or_before(screen, state) if depth == "main" else screen
    if visit.get(pins.KEY) and (pin := pins.pinned(view)) and (pin.picture or depth == "main"):
        with suppress(CannotShow):
            pins.compare(screen, as_it_was(pin.state, depth), pin, state)
    pause = visitor.again()
    if pause is None and depth == "main" and view.goes_on(state):
        pause = _STEP
    screen.again, screen.pause = (0, 0.0) if pause is None else (next(_AGAIN), pause)
    boards.put(screen, f"{view.name}_{'board' if depth == 'main' else depth}", on_pin=partial(pins.pin, view))
    return frozenset(screen.told)
