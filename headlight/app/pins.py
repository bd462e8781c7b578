"""A pinned picture: as it was in the state of that moment, as it is now, and what differs.

A pin is a view, a picture of it and a state, so it fits in the address itself; what it shows is the view drawn once
more in that state.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote, unquote

import streamlit as st

from headlight.app import visit
from headlight.pictures import Drawn, Screen
from headlight.state import address
from headlight.state.key_types import Texts
from headlight.state.registry import View, find
from headlight.state.state import State, written

KEY = "pinned_picture"
TOOLTIP = "Freeze this picture, to compare it with what you change next. “Take away” pins another one."
_COPY = "pinned "  # the keys of pictures in the row that compares begin so


class Pin(NamedTuple):
    """A picture of a view, by its key, in a state; "" is what the view is about."""

    picture: str
    state: State

    def written(self) -> str:
        """The pin as the address holds it."""
        return f"{self.state.view.name}/{quote(self.picture, safe='')}?{self.state.written()}"

    @classmethod
    def parse(cls, line: str) -> "Pin | None":
        """Read what `written` gave; None for anything else. Of its state only what its view can use is left."""
        path, _, query = line.partition("?")
        name, slash, key = path.partition("/")
        try:
            return cls(unquote(key), State.parse(find(name), query)) if slash else None
        except ValueError:
            return None


def can(view: View) -> bool:
    """Whether the main picture of a view can be pinned now."""
    return bool(view.draw and not visit.get(KEY))


def let_go() -> None:
    """The button that lets go what is pinned, where something is."""
    if visit.get(KEY):
        st.button("Unpin", key="unpin_button", on_click=visit.move, kwargs={KEY: None})


def pin(view: View, key: str) -> None:
    """Pin a picture of the open view, by its key, or what the view is about; a callback of the board and the button."""
    if key.startswith(_COPY):
        return
    # A head that is chosen in a picture, and opens by the text, is the same one for the next text.
    opens = [dial for dial in view.controls if dial.place == "picture" and callable(dial.default)]
    state = visit.state()
    visit.session().move(**{dial.key: dial.read(state) for dial in opens if dial.when(state)})
    line = Pin(key, visit.state()).written()
    if len(line) > address.PIN:
        st.toast("The address of this picture would be too long, so it cannot be pinned.")
        return
    visit.session().move(**{KEY: line})
    st.rerun()


def pinned(view: View) -> Pin | None:
    """Return what the address says is pinned in the open view."""
    pin = Pin.parse(visit.get(KEY) or "")
    return pin if pin and pin.state.view is view else None


def about(screen: Screen) -> list[str]:
    """The keys of the pictures that a view is about: its first of words or numbers, and the next words.

    A sentence in small type over them is one more.
    """
    pictures = screen.pictures()
    above = [key for key, drawn in pictures.items() if drawn.header.get("compact")]
    kinds = {key: drawn.picture.about for key, drawn in pictures.items() if key not in above}
    numbers = [key for key, kind in kinds.items() if pictures[key].values.size or kind == "words"]
    first = next(([key] for key, kind in kinds.items() if kind == "table" or key in numbers), [])
    words = [key for key in numbers if kinds[key] == "words"][:1]
    return list(dict.fromkeys([*above, *first, *words]))


def compare(screen: Screen, then: Screen, pin: Pin, state: State) -> None:
    """Above the rows of a board: its pinned pictures before, now, and what differs."""
    changed = _apart_in_words(_texts(pin.state), _texts(state))
    keys = [pin.picture] if pin.picture else about(screen)
    pairs = {key: (before, now) for key in keys if (before := then.drawn(key)) and (now := screen.drawn(key))}
    with screen.on_top():
        for words in then.told:
            screen.note(f"As pinned: {words}")
        alike = {key: before.picture is now.picture for key, (before, now) in pairs.items()}
        inside = {key: show for key, (_, now) in pairs.items() if alike[key] and (show := now.picture.pin)}
        for key, show in inside.items():
            before, now = pairs[key]
            screen.note(f"{show(now, before)}: as pinned. {changed}")
        for number, key in enumerate(key for key in pairs if key not in inside):
            before, now = pairs[key]
            if number == 0:
                screen.heading("Pinned, and now", changed)
            least = before.picture.least(before.header)
            left, middle, right = screen.columns(1, 1, 1, least=(least, least, 280))
            ending = f" {number + 1}" if number else ""
            with left:
                screen.note("Pinned")
                _copy(screen, before, f"then{ending}")
            with middle:
                screen.note("Now")
                _copy(screen, now, f"now{ending}")
            with right:
                screen.note("What differs")
                compare = now.picture.compare if alike[key] else None
                if compare and (drawn := compare(before, now, f"{_COPY}difference{ending}")):
                    screen.put(drawn)
                screen.differences(
                    before, now, alt="The numbers that differ most, pinned and now.", key=f"{_COPY}list{ending}"
                )


def _texts(state: State) -> dict[str, Texts]:
    """Return what the address says, and the sentence where it says none: the example."""
    box = state.view.box
    example = {box.key: written(state[box])} if box else {}
    return example | {key: written(value) for key, value in state.items if key not in ("present", "more", "arithmetic")}


def _copy(screen: Screen, drawn: Drawn, name: str) -> None:
    """The picture once more. A choice in it would move dials for the other one too, so it is not listened to."""
    screen.put(replace(drawn, key=_COPY + name, on_choice=lambda value: None, doors=()))


def _apart_in_words(before: Mapping[str, Texts], now: Mapping[str, Texts]) -> str:
    """Which keys of the address have other values now."""
    differences = []
    for key in dict.fromkeys([*before, *now]):
        then, later = (", ".join(address.get(key, [])) for address in (before, now))
        if then != later:
            differences.append(f"{key.replace('_', ' ')}: {_value(then)} → {_value(later)}")
    return "; ".join(differences) + "." if differences else "Nothing has changed yet: type, or move a dial."


def _value(texts: str) -> str:
    return f"“{texts}”" if texts else "as it opens"
