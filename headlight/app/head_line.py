"""The line at the top of every page: the way home, *Stories*, *Teach*, *Share*, and one menu for all else."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from headlight.app import controls, links, models, pins, playlist, present, sharing, stories, teach, visit
from headlight.app.components import fired, together
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
            links.press("share", "Share", sharing.TOOLTIP, lambda: None)
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
    """Open the box of *Share* where that was pressed.

    Its files take a while, so it comes last: what was pressed is answered before. Where that was late all the same it
    is told again, or the page is asked for: a run that hears of it has to open the box again, or it would close.
    """
    if fired("menu", "share_pressed") or fired("title", "line_asked"):
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
