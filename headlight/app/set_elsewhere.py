"""Dials of other pages that are set: named in a line, so that nobody looks for their effect here, and put back."""

from collections.abc import Iterable

import streamlit as st

from headlight.app import visit
from headlight.state.registry import View, views


def labels(view: View, keys: Iterable[str]) -> dict[str, str]:
    """The dials of other views among keys that this view has not, by their keys; what a picture chooses has no dial."""
    others = set(keys)
    if not others or not view.draw:  # on a list nobody looks for an effect, and a script says of no key that it uses it
        return {}
    drawn = (dial for other in views().values() for dial in other.controls if dial.kind != "hidden")
    return {dial.key: dial.label for dial in drawn if dial.key in others}


def say(view: View) -> None:
    """Name these dials, and offer to put them back where they stand at first."""
    if not (labelled := labels(view, visit.session().elsewhere)):
        return
    *most, last = dict.fromkeys(labelled.values())
    one = not most
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="elsewhere"):
        st.caption(
            f"{', '.join(most)}{'' if one else ' and '}{last} {'is' if one else 'are'} set. "
            f"{'It is a dial' if one else 'They are dials'} of other pages, without effect on this one.",
            width="content",
        )
        st.button(
            "Reset dials", key="reset_dials", on_click=visit.move, kwargs=dict.fromkeys(labelled), type="tertiary"
        )
