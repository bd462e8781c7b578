"""The strip under the menu: see `headlight.parts.stream`; each of its parts leads to the page about it.

It is drawn with the page. Then what is in it comes in the message of the sentence box, which has one in any case. While
somebody types it stays as it was: what its heads lose would cost each key passes of the model.
"""

from typing import Any

import streamlit as st

from headlight.app import teach, visit
from headlight.app.components import component, fired
from headlight.parts import stream
from headlight.pictures.design_tokens import palettes
from headlight.reading import running
from headlight.reading.log import log
from headlight.reading.reader import CannotShow
from headlight.state.state import State, read
from transformer import ModelFolderError

_KEY = "stream"


def strip_of(state: State) -> dict[str, Any] | None:
    """Return what is in it on a view that has one; None where it stays as it is, or is not drawn.

    A slide and a story need its room, and it would answer a question.
    """
    if visit.get("present") or visit.get("story") or state.view.asks(state) or teach.asks():
        return None
    if state.view.box and running.typing():
        return None
    try:
        return stream.stream(state)
    # It is said where the pictures would be; here it must not take the sentence box along.
    except Exception as error:
        if not isinstance(error, CannotShow | ModelFolderError):
            log(_KEY, error)
        return None


def draw() -> None:
    """Draw it where this is called."""
    state = visit.state()
    if not state.view.streams or (now := strip_of(state)) is None:
        st.empty()  # so that what follows is the same in the browser, and keeps the focus
        return
    scales = {ground: colours["diverging"] for ground, colours in palettes().items()}
    data = {"now": now, "leads": stream.leads(), "scales": scales}
    component(_KEY, "<nav hidden></nav>")(key=_KEY, data=data, on_chosen_change=_follow)


def _follow() -> None:
    """A part was clicked: open the view that it leads to, as it was left, at this layer and this head."""
    if not (chosen := fired(_KEY, "chosen")):
        return
    name, layer, head = chosen
    chosen_head = read({key: [str(value)] for key, value in (("layer", layer), ("head", head)) if value is not None})
    session = visit.session()
    if name == session.view.name:
        session.choose(**chosen_head)
    else:
        session.go(name)
        session.move(**chosen_head)
    st.rerun()
