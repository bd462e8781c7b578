"""The sources on screen: full references by theme, each with a link to the page that shows its idea."""

import re
import tomllib
from dataclasses import dataclass

import streamlit as st

from headlight.frame import assets, contents, failures

_FILE = "sources.toml"
_LINE = 620  # pixels: about 75 characters


@dataclass(frozen=True)
class Source:
    """A paper or a text: how the app names it, where it is to be found, and the page that shows its idea."""

    theme: str
    cited: str
    full: str
    page: str
    also: tuple[str, ...] = ()  # other ways in which it is named


def _sources(written: str) -> list[Source]:
    return [
        Source(**{"theme": theme["name"], **source, "also": tuple(source.get("also", ()))})
        for theme in tomllib.loads(written)["theme"]
        for source in theme["source"]
    ]


SOURCES: list[Source] = assets.read(_FILE, _sources, [])


def show() -> None:
    """All of them, theme by theme."""
    failures.say_if_damaged(_FILE, "The references")
    with st.container(key="references"):
        for theme in dict.fromkeys(source.theme for source in SOURCES):
            st.subheader(theme, anchor=False)
            for source in (source for source in SOURCES if source.theme == theme):
                with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
                    st.markdown(f"**{source.cited}**: {_linked(source.full)}.", width=_LINE)
                    contents.link(source.page, contents.title_of(source.page), {})


def _linked(reference: str) -> str:
    """The reference as Markdown, its arXiv number a link."""
    return re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", reference)
