"""Four translators: three ways to align one sentence, and what was measured of them and of one without attention."""

import streamlit as st

from components.board import board
from ui import dials, lesson, live_check, page
from ui.translation import aligners, cross, translators
from ui.translation.cross import Head, Labels


def show() -> None:
    """Draw the view."""
    lesson.lead("translators")
    head = cross.head(translators.main())
    labels = cross.labels()
    forced = aligners.same_french()
    dials.queries_as()
    _aligners(head, labels, forced)
    st.subheader("All four, measured", anchor=False)
    aligners.table()
    lesson.more("translators")


@page.part
def _aligners(head: Head, labels: Labels, forced: bool) -> None:
    result = translators.translated("translate", translators.english(), 1)
    with board(key="aligners", text=result.source_text, model="translate") as screen:
        aligners.side_by_side(screen, result, head, labels, forced=forced)
        screen.note(live_check.across(result.trace))
