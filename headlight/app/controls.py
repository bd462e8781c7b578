"""The controls of the app. Each shows what a key of the address stands at in the session, and its callback moves it.

A control knows its key, the words beside it and its default; here it gets its range or options from
its key. What else Streamlit's widgets can do (`help`, `width`, ...) is passed on.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from headlight.app import visit
from headlight.app.components import component, fired
from headlight.state.address import KEYS
from headlight.state.key_types import Number, OneOf, SomeOf, Text
from headlight.state.state import Button, Choices, Dial, DialKind, Pressed, State, written

Value = TypeVar("Value")
_SAID = "what a button had to say"


class Toggle(NamedTuple):
    """A switch as it stands; `turn` is called back with where it is turned to, maybe more than once."""

    key: str
    label: str
    on: bool
    turn: Callable[[bool], object]
    help: str = ""


def draw(part: Dial[Any] | Button | Choices, state: State) -> None:
    """Draw a control where this is called, as it stands in this state."""
    if isinstance(part, Button):
        label = part.label(state) if callable(part.label) else part.label
        st.button(label, key=part.key, on_click=_press, args=(part,), disabled=not part.can(state))
        return
    if isinstance(part, Choices):
        return _offer(part, state)
    if part.kind == "hidden":
        return
    look = part.looks(state)
    if part.most:
        look["most"] = part.most(state)
    if part.kind in ("slider", "scale"):
        look["always"] = bool(part.partner)
    _MAKERS[part.kind](part.key, part.label, part.opens(state), **look)


def draw_all(parts: Sequence[Dial[Any] | Button | Choices], state: State, **buttons: Any) -> None:
    """Draw controls below each other; buttons that follow each other stand side by side, and so do switches."""
    for kind, several in groupby(parts, _kind):
        if kind == "toggle":
            switches = [toggle(part, state) for part in several if isinstance(part, Dial)]
            toggles(f"toggles_{switches[0].key}", switches)
            continue
        with st.container(horizontal=True, gap="small", **buttons) if kind == "button" else nullcontext():
            for part in several:
                draw(part, state)


def _kind(part: Dial[Any] | Button | Choices) -> str:
    return part.kind if isinstance(part, Dial) else "button" if isinstance(part, Button) else ""


def _press(button: Button) -> None:
    follow(button.press(visit.state()))


def follow(pressed: Pressed) -> None:
    """Set what a press sets, in a callback, and keep what it has to say."""
    sets, st.session_state[_SAID] = pressed
    visit.move(**sets)


def _offer(part: Choices, state: State) -> None:
    """A button, and in the box that it opens a button for each choice, found while it is open: each costs time a key.

    The box closes when one is pressed, so that what came of the choice can be seen.
    """

    def chosen(sets: Mapping[str, Any]) -> None:
        st.session_state[part.key] = False
        visit.move(**sets)

    with st.popover(part.label, key=part.key, on_change="rerun", width=part.width) as box:
        if box.open:
            for number, (choice, sets) in enumerate(part.offered(state).items()):
                st.button(choice, key=f"{part.key}_{number}", type="tertiary", on_click=chosen, args=(sets,))


def message() -> str:
    """Return what the button that was just pressed had to say, once."""
    return st.session_state.pop(_SAID, "")


def one_of(key: str, label: str, default: Value, **look: Any) -> Value:
    """A row of options, all in sight."""
    options = options_of(key)
    return _shown(st.segmented_control, "default", key, default, label, options, among=options, required=True, **look)


def menu(key: str, label: str, default: Value, *, among: Sequence[Value] = (), **look: Any) -> Value:
    """Options that are too many to be in sight; `among` are those that make sense here, where not all do."""
    options = among or options_of(key)
    return _shown(st.selectbox, "index", key, default, label, options, among=options, **look)


def some_of(key: str, label: str, **look: Any) -> list[Value]:
    """Options of which several may be chosen, or none."""
    return list(_shown(st.multiselect, "default", key, (), label, options_of(key), **look))


def scale(key: str, label: str, default: Value, **look: Any) -> Value:
    """A slider over numbers that are not evenly apart; with `plays` it goes through them in so many seconds."""
    return _slide(key, label, default, options_of(key), **look)


def slider(key: str, label: str, default: Value, *, most: int | None = None, **look: Any) -> Value:
    """A slider over all numbers of a range, or up to `most`; a number past that counts as it."""
    holds = _holds(key, Number)
    steps = round(((holds.high if most is None else most) - holds.low) / holds.step)
    places = [(int if holds.whole else float)(holds.low + step * holds.step) for step in range(steps + 1)]
    return _slide(key, label, default, places, most, **look)


def _slide(key: str, label: str, default: Any, places: Sequence[Any], most: int | None = None, **look: Any) -> Any:
    in_address = visit.get(key)
    chosen = default if in_address is None else in_address if most is None else min(in_address, most)
    every = sorted({*(round(value, 9) for value in places), chosen})
    texts = [written(value)[0] for value in (chosen, default, *every)]
    slide(key, label, texts[0], texts[1], texts[2:], partial(move_slider, key), **look)
    return chosen


def slide(
    key: str,
    label: str,
    value: str,
    first: str,
    places: Sequence[str],
    on_turn: Callable[[str | None], None],
    *,
    help: str = "",
    width: int | str = "stretch",
    plays: float = 0,
    always: bool = False,
) -> None:
    """Render a slider at `value`. `places` are all values from left to right, as texts of the address.

    It stands at `first` until somebody moves it. `on_turn` is called with the place that it is moved to: with None for
    `first`, or, where it is `always` to be named, with `first` too. With `plays` it has a button that moves it from end
    to end in so many seconds.
    """
    data = {"key": key, "label": label, "value": value, "first": first, "places": list(places), "help": help}
    name = f"slide_{key}"

    def turned() -> None:
        if moved := fired(name, "turned"):
            on_turn(moved[1] if moved[1] in places else None)

    component("slide")(key=name, data=data | {"plays": plays, "always": always}, width=width, on_turned_change=turned)


def move_slider(key: str, text: str | None) -> None:
    """Move a slider to what its place is in the address, None for where it stands at first; a callback of it."""
    if key not in KEYS:
        return
    texts = [] if text is None else KEYS[key].holds.clean([text])
    state = visit.state()
    dials = {dial.key: dial for dial in state.view.controls}
    together = {}
    if key in dials and (partner := dials.get(dials[key].partner)):
        together[partner.key] = partner.read(state)
    visit.move(**together, **{key: KEYS[key].holds.value(texts) if texts else None})


def number(key: str, label: str, default: int | None = None, **look: Any) -> int | None:
    """A box for a whole number; where it may be empty its `placeholder` says what that means."""
    holds = _holds(key, Number)
    return _shown(st.number_input, "value", key, default, label, int(holds.low), int(holds.high), **look)


def toggle(dial: Dial[bool], state: State) -> Toggle:
    """A switch as its dial stands, for `toggles`."""
    return Toggle(
        dial.key,
        dial.label,
        bool(dial.read(state)),
        lambda on: visit.session().move(**{dial.key: on}),
        dial.looks(state).get("help", ""),
    )


def toggles(key: str, switches: Sequence[Toggle]) -> None:
    """Draw switches beside each other, which wrap where the line ends; `key` is that of all of them on the page.

    They are one component: each of Streamlit’s own is drawn anew with each key.
    """

    def turned() -> None:
        for toggle in switches:
            if isinstance(on := (fired(key, "turned") or {}).get(toggle.key), bool):
                toggle.turn(on)

    if switches:
        data = [{"key": each.key, "label": each.label, "on": each.on, "help": each.help} for each in switches]
        component("toggles")(key=key, data={"toggles": data}, width="content", on_turned_change=turned)


def text(key: str, label: str, default: str = "", **look: Any) -> str:
    """A box for text, read at each key press: the pages are fast enough to follow."""
    look |= {"live": "0ms", "max_chars": _holds(key, Text).most}
    return _shown(st.text_input, "value", key, default, label, **look)


def options_of(key: str) -> tuple[Any, ...]:
    holds = KEYS[key].holds
    assert isinstance(holds, OneOf | SomeOf), f"the key {key!r} has no options, it holds {holds}"
    return holds.options


def _holds(key: str, kind: type[Value]) -> Value:
    holds = KEYS[key].holds
    assert isinstance(holds, kind), f"the address says that {key!r} holds {holds}"
    return holds


def _shown(
    widget: Callable[..., Any],
    begins: str,
    key: str,
    default: Any,
    /,
    *about: Any,
    among: Sequence[Any] = (),
    **look: Any,
) -> Any:
    """Draw a widget of Streamlit's at what its key stands at; who turns it moves the key.

    What is not `among` its options here counts as the default. The value goes into Streamlit's session and into the
    parameter of the widget that `begins` names. The session alone is not enough: where a newer run begins before the
    browser has heard of this one, its value is lost, and a switch that is on would come back as switched off.
    """
    in_address = visit.get(key)
    value = default if in_address is None or (among and in_address not in among) else in_address
    stands = list(value) if isinstance(value, tuple) else value
    if key not in st.session_state or st.session_state[key] != stands:
        st.session_state[key] = stands
    look[begins] = list(among).index(value) if begins == "index" else stands
    widget(*about, key=key, on_change=_turned, args=(key, default), **look)
    return value


def _turned(key: str, default: Any) -> None:
    """Move a key to where its widget stands; one that was emptied, which nobody can, stands where it does at first.

    A browser that tells again of a step back says where its widgets stood before that, which nobody has turned.
    """
    session = visit.session()
    if (went := fired("sentence_box", "went")) and int(went[1]) <= session.went:
        return
    value = st.session_state[key]
    session.move(**{key: default if value is None else value})


_MAKERS: Mapping[DialKind, Callable[..., Any]] = {
    "one_of": one_of,
    "menu": menu,
    "scale": scale,
    "slider": slider,
    "number": number,
    "text": text,
}
