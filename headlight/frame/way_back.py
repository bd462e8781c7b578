"""The bar on a page that a stop of the path led to: what was asked there, back to it, and on to the next."""

import streamlit as st

from headlight.frame import contents, kept
from headlight.frame.address import RECAP
from headlight.views.path.first_path import STEPS

_KEY = "from_stop"
_PATH = "path"


def show(page: str) -> None:
    """Draw the bar where the address says that the reader comes from a stop; on the path itself, forget it."""
    if page == _PATH:
        kept.forget(_KEY)
        return
    came_from = kept.keep(_KEY)
    if came_from is None or int(came_from) > len(STEPS):
        return
    number = int(came_from)
    after = str(number + 1) if number < len(STEPS) else RECAP
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="way_back"):
        st.markdown(f"**Stop {number} of {len(STEPS)}** · {STEPS[number - 1].question}", width="stretch")
        contents.link_on(_PATH, "← Back to the stop", {"stop": came_from})
        contents.link_on(_PATH, "Recap →" if after == RECAP else "Next stop →", {"stop": after})
        st.button("Leave", key="leave_path", on_click=kept.forget, args=(_KEY,), type="tertiary")
