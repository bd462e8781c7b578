"""What follows the reader from page to page: values of widgets that several pages have.

A value that is bound to the address survives a reload, but Streamlit 1.67 drops it when a link of the menu is clicked
or the browser's back button is pressed, because a page opens without the address of the one before it. So the session
keeps a copy under another name.
"""

import streamlit as st

_PAGE = "page that was last open"
_ARRIVED = "the last run opened this page"
_KEYS = (
    "text",
    "layer",
    "head",
    "attention_temperature",
    "output_temperature",
    "mask",
    "scaled",
    "orientation",
    "english",
)


def remember(key: str) -> None:
    """Keep the value of a widget that was just drawn."""
    st.session_state[_copy(key)] = st.session_state[key]


def carry_over(page: str) -> None:
    """On the first run of another page, give its widgets the values they had, unless its address has its own."""
    before = st.session_state.get(_PAGE, page)
    st.session_state[_PAGE] = page
    if before != page:
        for key in _KEYS:
            if _copy(key) in st.session_state and key not in st.query_params:
                st.session_state[key] = st.session_state[_copy(key)]
        # A run that answers the back button lets the address win over what was just set, and one that answers a link
        # does not write it into the address. The next run does neither.
        st.session_state[_ARRIVED] = True
        st.rerun()
    elif st.session_state.pop(_ARRIVED, False):
        # The link has emptied the address, but Streamlit still holds what was in it and so would not write it again.
        st.query_params.from_dict(st.query_params.to_dict())


def _copy(key: str) -> str:
    return f"{key} on the last page"
