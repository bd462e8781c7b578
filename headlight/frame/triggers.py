"""What a component of the page tells Python: the value of a trigger, or nothing where the component is gone already."""

from typing import Any

import streamlit as st


def fired(component: str, trigger: str) -> Any:
    """The value that a trigger was just given, by the key of its component; None where the value was let go of.

    So it is where a key is pressed or a picture clicked on a page that is being left: Streamlit still calls back, but a
    run that drew nothing has made it forget the component.
    """
    return (st.session_state.get(component) or {}).get(trigger)
