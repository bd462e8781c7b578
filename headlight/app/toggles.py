"""Switches beside each other, drawn by one component: each of Streamlit’s own is drawn anew with each key."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from headlight.app.components import component, fired


class Toggle(NamedTuple):
    """A switch as it stands; `turn` is called back with where it is turned to, maybe more than once."""

    key: str
    label: str
    on: bool
    turn: Callable[[bool], object]
    help: str = ""


def draw(key: str, toggles: Sequence[Toggle]) -> None:
    """Draw switches where this is called, which wrap where the line ends; `key` is that of all of them on the page."""

    def turned() -> None:
        for toggle in toggles:
            if isinstance(on := (fired(key, "turned") or {}).get(toggle.key), bool):
                toggle.turn(on)

    if toggles:
        data = [{"key": each.key, "label": each.label, "on": each.on, "help": each.help} for each in toggles]
        component("toggles")(key=key, data={"toggles": data}, width="content", on_turned_change=turned)
