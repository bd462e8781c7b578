"""The words of a page: a Markdown file of assets/lessons, above and under its pictures."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from ui import failures

_LESSONS = Path(__file__).parent.parent / "assets" / "lessons"


def lead(name: str) -> None:
    """The first paragraph of the lesson, which stands above the pictures."""
    with failures.left_out("The lesson", f"lesson {name}"), st.container(key=f"lead_{name}"):
        st.markdown(_parts(name)[0])


def more(name: str, onward: Callable[[], None] | None = None) -> None:
    """The rest of it, one click deeper, under them; `onward` draws a link below it."""
    with failures.left_out("The lesson", f"lesson {name}"):
        if rest := _parts(name)[1]:
            with st.expander("Read more"), st.container(key="lesson"):
                st.markdown(rest)
                if onward:
                    onward()


def _parts(name: str) -> tuple[str, str]:
    opening, _, rest = (_LESSONS / f"{name}.md").read_text("utf-8").partition("\n\n")
    return opening, rest
