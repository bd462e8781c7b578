"""The words of a page: a Markdown file of assets/lessons, shown under the pictures."""

from pathlib import Path

import streamlit as st

from ui import failures

_LESSONS = Path(__file__).parent.parent / "assets" / "lessons"


def show(name: str) -> None:
    """The lesson of this name. Its first paragraph stands open, the rest one click deeper."""
    with failures.left_out("The lesson", f"lesson {name}"):
        opening, _, rest = (_LESSONS / f"{name}.md").read_text("utf-8").partition("\n\n")
        st.markdown(opening)
        if rest:
            with st.expander("Read more"):
                st.markdown(rest)
