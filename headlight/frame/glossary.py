"""The glossary on screen: a box to look for a term, and what is found, by theme."""

import tomllib
from typing import NamedTuple

import streamlit as st

from headlight.frame import assets, contents, controls, failures

_FILE = "glossary.toml"
_LINE = 620  # pixels: about 75 characters


class Term(NamedTuple):
    """A word of the course: its symbol as LaTeX where it has one, its meaning, and the page that shows it."""

    theme: str
    term: str
    meaning: str
    page: str
    symbol: str = ""
    source: str = ""


def _terms(written: str) -> list[Term]:
    return [Term(theme["name"], **term) for theme in tomllib.loads(written)["theme"] for term in theme["term"]]


TERMS: list[Term] = assets.read(_FILE, _terms, [])


def looked_for() -> str:
    """What the reader looks for; empty for everything."""
    return controls.text("term", "Look for a term", placeholder="softmax, head, cross-attention ...")


def found(words: str) -> list[Term]:
    """The terms in whose name, symbol or meaning all the words stand, in any case."""
    wanted = words.casefold().split()
    return [term for term in TERMS if all(word in " ".join(term).casefold() for word in wanted)]


def show(words: str) -> None:
    """What was found, theme by theme."""
    failures.say_if_damaged(_FILE, "The terms")
    terms = found(words)
    if TERMS and not terms:
        st.text(f"There is no “{words.strip()}” here. Try a shorter word; an empty box shows all {len(TERMS)} terms.")
    with st.container(key="terms"):
        for theme in dict.fromkeys(term.theme for term in terms):
            st.subheader(theme, anchor=False)
            for term in (term for term in terms if term.theme == theme):
                with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
                    symbol = f" ${term.symbol}$" if term.symbol else ""
                    source = f" *({term.source})*" if term.source else ""
                    st.markdown(f"**{term.term}**{symbol}: {term.meaning}{source}", width=_LINE)
                    contents.link(term.page, contents.title_of(term.page))
