"""The words of a page: a Markdown file of assets/lessons, above and under its pictures."""

import re
from collections.abc import Callable
from functools import cache
from html import escape
from urllib.parse import quote_plus

import streamlit as st

from headlight.app import controls, failures, visit
from headlight.reading import assets
from headlight.state import glossary
from headlight.state.places import PAGES, page_of

_EVERYDAY = {"length"}  # terms that a text seldom means where it writes the word
_LESSONS = assets.FOLDER / "lessons"
_READ_MORE, _MEASURED = "read_more", "read_measured"


def lead(name: str) -> None:
    """The first paragraph of the lesson, which stands above the pictures; the card of a story stands there instead.

    On the first view of a page its question opens it.
    """
    story = visit.session().story
    if story and story.view == name:
        return
    page = PAGES[page_of(name)]
    question = f"**{page.question}** " if name == next(iter(page.views)) else ""
    with failures.left_out("The lesson", f"lesson {name}"), st.container(key=f"lead_{name}"):
        st.markdown(question + linked(name, _parts(name)[0]))


def toggle(name: str) -> controls.Toggle | None:
    """The switch of the rest of it, where there is any.

    No expander of Streamlit's: the browser never lets go of it, nor of the formulas in it.
    """
    with failures.left_out("The lesson", f"lesson {name}"):
        if _parts(name)[1]:
            return controls.Toggle(_READ_MORE, "Read more", bool(st.session_state.get(_READ_MORE)), _open_more)
    return None


def _open_more(on: bool) -> None:
    st.session_state[_READ_MORE] = on
    st.rerun()


def is_open(name: str) -> bool:
    """Return whether there is more of it, and the reader has opened that."""
    with failures.left_out("The lesson", f"lesson {name}"):
        return bool(_parts(name)[1] and st.session_state.get(_READ_MORE))
    return False


def more(name: str, onward: Callable[[], None] | None = None) -> None:
    """Draw the rest of it, one click deeper, under them, and what was measured for it behind another one.

    `onward` draws a link below it.
    """
    with failures.left_out("The lesson", f"lesson {name}"):
        _, rest, measured = _parts(name)
        with st.container(key="lesson"):
            st.markdown(rest + _explained(name, rest))
            if measured:
                shown = bool(st.session_state.get(_MEASURED))
                show = controls.Toggle(_MEASURED, "Show the measurements", shown, _show_measured)
                controls.toggles("measured", [show])
                if shown:
                    st.markdown(measured)
            if onward:
                onward()


def _show_measured(on: bool) -> None:
    st.session_state[_MEASURED] = on


@cache
def question(name: str, text: str) -> str:
    """The question of a page with its terms linked, as HTML."""
    with_links = re.sub(r"\[([^\]]*)\]\(([^)]*)\)", r'<a href="\2">\1</a>', escape(linked(name, text)))
    return re.sub(r"\*([^*]*)\*", r"<em>\1</em>", with_links)


@cache
def linked(name: str, text: str) -> str:
    """Link each term of the glossary where a text first uses it, but for those that the view itself shows.

    The text is Markdown, whose links, formulas and code stay as they are.
    """
    terms = {name_of_term.casefold(): term for term in _terms(name) for name_of_term in term.split(", ")}
    terms |= {f"{singular[:-1]}ies": term for singular, term in terms.items() if singular.endswith("y")}
    names = "|".join(re.escape(name_of_term) for name_of_term in sorted(terms, key=len, reverse=True))
    used: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = terms.get((match["term"] or "").casefold())
        if term is None or term in used:
            return match[0]
        used.add(term)
        return f"[{match[0]}]({_address(term)})"

    unlinked = r"\[[^\]]*\]\([^)]*\)|\$[^$]+\$|`[^`]+`"
    return re.sub(rf"{unlinked}|(?<![\w-])(?P<term>{names})s?(?![\w-])", link, text, flags=re.IGNORECASE)


def _terms(name: str) -> list[str]:
    """Return the terms of the glossary that another view shows; in the glossary itself none."""
    return [
        entry.term for entry in glossary.TERMS if name not in (entry.page, "look_up") and entry.term not in _EVERYDAY
    ]


def _address(term: str) -> str:
    return f"./?at=look_up&term={quote_plus(term)}"


@cache
def _explained(name: str, text: str) -> str:
    """A last paragraph: the terms of the glossary that the text uses, each a link.

    Looked for once in each text: the search takes 4 to 10 ms, a fifth of what the page takes.
    """
    links = " · ".join(f"[{term}]({_address(term)})" for term in _terms(name) if _names(term, text))
    return f"\n\nIn the glossary: {links}" if links else ""


def _names(term: str, text: str) -> bool:
    """Whether a text uses a term, by one of its names, which commas part; in the plural too."""
    names = "|".join(re.escape(name) for name in term.split(", "))
    return re.search(rf"(?<![\w-])({names})s?(?![\w-])", text, re.IGNORECASE) is not None


def _parts(name: str) -> tuple[str, str, str]:
    """Return the lead of a lesson, the rest of its text, and its measurements, "" where it has none."""
    opening, _, rest = (_LESSONS / f"{name}.md").read_text("utf-8").partition("\n\n")
    text, _, measured = rest.partition("## Measured\n")
    return opening, text, measured
