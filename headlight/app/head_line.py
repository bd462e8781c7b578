"""The line at the top of every page: the way home, *Stories*, *Teach*, *Share*, and one menu for all else."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from headlight.app import controls, links, models, pins, playlist, present, sharing, stories, teach, visit
from headlight.app.components import together
from headlight.reading.reader import CannotShow
from headlight.state.places import PAGES
from headlight.state.registry import View
from headlight.state.state import State, written
from transformer import ModelFolderError


def draw(view: View, state: State, *, asks: bool) -> None:
    """Draw it where this is called; while something `asks`, nothing in it takes what is hidden along."""
    offered = not asks and not PAGES[view.page].to_read
    with together("menu"):
        links.home()
        stories.offer(view)
        teach.begin(visit.get("walk") or "", list(playlist.ready()))
        if offered:
            links.press("share", "Share", sharing.TOOLTIP, partial(sharing.open_for, view))
        links.menu(
            {
                "presenter": present.offered(),
                "choices": _choices(view, state) if offered else [],
                "pin": pins.TOOLTIP if offered and pins.can(view) else "",
            },
            on_wish=present.wish,
            on_choice=controls.move_slider,
            on_pin=lambda: pins.pin(view, ""),
        )


def share(view: View, state: State) -> None:
    """Draw the box of *Share* where it is open: its files take a while, so it comes last."""
    if sharing.is_open(view):
        sharing.show(view, state)


def _choices(view: View, state: State) -> list[Mapping[str, Any]]:
    """Return what is chosen for all pictures: the model, and which way a matrix is drawn."""
    choices = []
    if names := models.among(view):
        help = "Other views show it too, where they can." if view.bundled else ""
        choices.append(_choice(visit.MODEL, "Model", help, names, visit.get(visit.MODEL) or names[0]))
    for dial in view.controls:
        with suppress(CannotShow, ModelFolderError):  # which the part of the page says
            if dial.key == visit.ORIENTATION and dial.when(state):
                options = controls.options_of(dial.key)
                choices.append(_choice(dial.key, dial.label, dial.help, options, dial.read(state)))
    return choices


def _choice(key: str, label: str, help: str, options: Any, at: Any) -> Mapping[str, Any]:
    return {"key": key, "label": label, "help": help, "options": [written(each)[0] for each in options], "at": at}
