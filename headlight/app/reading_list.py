"""A list to read, page by page: its entries under the page that shows them, beside a small picture of that page."""

import json
from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from headlight.app import links
from headlight.reading import assets
from headlight.state.places import PAGES, page_of
from headlight.state.registry import Entry

FILE = "page_pictures.json"
STILLS: dict[str, str] = assets.read(FILE, json.loads, {})  # markup of an SVG for each page that has one


def draw(view: str, entries: Sequence[Entry]) -> None:
    """Draw the entries of a view: pages as the menu has them, and within one the order as it comes."""

    def place(entry: Entry) -> int:
        return links.ORDER.index(page_of(entry.shown_in))

    for index, of_page in groupby(sorted(entries, key=place), place):
        page = links.ORDER[index]
        named = links.titled(next(iter(PAGES[page].views)))  # in its heading, so not behind each of its entries
        st.header(named, anchor=False)
        with st.container(key=f"entries_{view}_{page}"):
            if page in STILLS:
                links.picture(f"still_{page}", STILLS[page])
            said = [(entry.words, links.titled(entry.shown_in)) for entry in of_page]
            st.markdown("\n\n".join(words if link == named else f"{words} {link}" for words, link in said))
