"""The bar above a view that a stop of the guesses led to: what was asked there, and the ways back and on."""

import streamlit as st

from headlight.app import visit
from headlight.state.first_path import BEGINNINGS, STEPS, VIEW
from headlight.state.registry import View

_FROM = "from_stop"


def draw(view: View) -> None:
    """Draw the bar, where a stop led here; on the path itself, forget it."""
    came_from = visit.get(_FROM)
    if view.name == VIEW:
        visit.session().move(**{_FROM: None})
        return
    if came_from is None or came_from > len(STEPS):
        return
    after = came_from + 1 if came_from < len(STEPS) else BEGINNINGS
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="way_back"):
        st.markdown(f"**Stop {came_from} of {len(STEPS)}** · {STEPS[came_from - 1].question}", width="stretch")
        for name, label, stop in (
            ("back", "← Back to the stop", came_from),
            ("on", "Ten beginnings →" if after == BEGINNINGS else "Next stop →", after),
        ):
            st.button(label, key=f"stop_{name}", on_click=_to, args=(stop,), type="tertiary")
        st.button("Leave", key="leave_path", on_click=visit.move, kwargs={_FROM: None}, type="tertiary")


def _to(stop: int | str) -> None:
    """Open a stop of the path, which is otherwise as it was left."""
    visit.session().go(VIEW)
    visit.session().move(stop=stop)
