"""A button that opens things worth trying; they are drawn while it is open, for each would cost time at every key."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st


def offer(label: str, key: str, choices: Sequence[str], take: Callable[[int], None], **look: Any) -> None:
    """The button, and in its box a button for each of `choices`; `take` is handed the place of the one that is pressed.

    The box closes then, so that what came of the choice can be seen. Both are drawn where the pictures of a page are,
    in its part that is drawn with each key.
    """

    def chosen(place: int) -> None:
        st.session_state[key] = False
        take(place)

    with st.popover(label, key=key, on_change="rerun", **look) as box:
        if box.open:
            for place, choice in enumerate(choices):
                st.button(choice, key=f"{key}_{place}", type="tertiary", on_click=chosen, args=(place,))
