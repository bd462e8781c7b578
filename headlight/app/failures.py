"""When something goes wrong: a calm sentence in its place, a button that resets the page, and the stack in the log."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from headlight.app.streamlit_private import FragmentHandledException
from headlight.pictures.design_tokens import ColoursError
from headlight.reading import assets
from headlight.reading.log import log
from headlight.reading.reader import CannotShow
from transformer import ModelFolderError

SENTENCE = "Something went wrong here. The rest of the page still works. “Reset this page” restores its defaults."
# A link and no button of Streamlit's: it opens the page anew, without what its address or its session says.
_RESET = (
    '<a href="?" target="_self" role="button" style="display: inline-block; padding: 0.4rem 0.9rem; border: 1px solid; '
    'border-radius: 8px; color: inherit; text-decoration: none">Reset this page</a>'
)


@contextmanager
def caught(name: str) -> Iterator[None]:
    """Say an exception of the block in a calm sentence, and write it into the log.

    What Streamlit raises to stop a run or to begin another is no Exception, and passes.
    """
    try:
        yield
    except FragmentHandledException:  # said already, where it happened
        raise
    except CannotShow as error:
        nothing_to_show(error)
    except (ColoursError, ModelFolderError) as error:  # what to reset the page would not help, and says so itself
        log(name, error)
        st.info(str(error))
    except Exception as error:
        log(name, error)
        _say(name)


@contextmanager
def left_out(subject: str, name: str) -> Iterator[None]:
    """For what a page can do without, such as its lesson: the sentence says that `subject` cannot be shown."""
    try:
        yield
    except FragmentHandledException:
        raise
    except Exception as error:
        log(name, error)
        st.caption(f"{subject} cannot be shown.")


def nothing_to_show(error: CannotShow) -> None:
    """Say why there is nothing to show here; where an error is the cause, it is written into the log."""
    if error.__cause__:
        log("page", error.__cause__)
    st.info(str(error))


def last_resort(error: Exception) -> bool:
    """Say an error that nothing caught; True tells Streamlit that it need not show a box."""
    if isinstance(error, ColoursError | ModelFolderError):
        st.info(str(error))
    else:
        _say("page")
    return True


def _say(name: str) -> None:
    with st.container(border=True, key=f"failed_{name}"):
        st.markdown(SENTENCE)
        st.html(_RESET)


def if_damaged(name: str, subject: str) -> str:
    """A sentence for where `subject`, which stands in this file of assets/, should be; "" where it is."""
    return f"{subject} cannot be shown: their file is missing or damaged." if name in assets.damaged else ""


def say_if_damaged(name: str, subject: str) -> None:
    """Say it where this is called."""
    if sentence := if_damaged(name, subject):
        st.caption(sentence)
