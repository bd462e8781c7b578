"""Links inside the app, drawn by one component: the menu at the top, the views of a page, and the ways on from it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import parse_qs

import streamlit as st

from headlight.app import visit
from headlight.app.components import component, fired
from headlight.state.address import AT
from headlight.state.places import PAGES, START, title_of

Link = dict[str, Any]  # label, href, left, open: as links.js draws it
Arrangement = Literal["row", "list"]
SECTIONS: Mapping[str, tuple[str, ...]] = {  # of the menu: pages
    "": ("start", "path", "all_heads"),
    "Follow a sentence": (
        *("tokens", "embeddings", "positions", "attention", "masking"),
        *("scaling", "heads", "block", "next_word"),
    ),
    "Other models": ("learning", "translate", "why_attention", "real"),
    "Look up": ("look_up",),
}
ORDER = [name for pages in SECTIONS.values() for name in pages]
VIEWS = [view for page in ORDER for view in PAGES[page].views]  # in reading order


def link(view: str, label: str, keys: Mapping[str, Any] | None = None, *, open: bool = False) -> Link:
    """Return a link to a view, as `draw` takes it.

    Args:
        view: the name of a view or a page.
        label: its words; those between `**` stand out.
        keys: of the address; the link shows what a newcomer with these sees. None opens the view as it was left.
        open: it is the one that is open.
    """
    return {"label": label, "href": visit.href(view, keys), "left": keys is None, "open": open}


def draw(key: str, label: str, links: Sequence[Link], kind: Arrangement = "row", **look: Any) -> None:
    """Draw links where this is called; `label` says to those who do not see them what they are."""
    _draw(key, {"kind": kind, "label": label, "links": list(links)}, **look)


def shelf(
    key: str,
    label: str,
    shelves: Mapping[str, Sequence[Link]],
    *,
    notes: Sequence[str],
    sentences: Mapping[str, str],
    take: Callable[[str], object],
) -> None:
    """Draw a button that opens links under headings, and sentences that are only taken.

    Args:
        key: of the shelf on the page.
        label: of the button.
        shelves: links by their heading; each has a `picture`, markup of a small SVG, and says whether it was `read`.
        notes: what is said above them.
        sentences: what there is to see in each.
        take: called back with the sentence that was chosen.
    """
    groups = [{"title": title, "links": list(of_title)} for title, of_title in shelves.items()]
    told = [{"text": text, "look": look} for text, look in sentences.items()]

    def taken() -> None:
        if sentence := fired(key, "taken"):
            take(str(sentence))

    data = {"kind": "shelf", "label": label, "notes": list(notes), "groups": groups, "sentences": told}
    _draw(key, data, width="content", on_taken_change=taken)


def picture(key: str, markup: str) -> None:
    """Draw a small picture, markup of an SVG, where this is called; those who do not see it miss nothing."""
    _draw(key, {"kind": "picture", "label": "", "markup": markup})


def home() -> None:
    """Draw the way to the start, and past this line for those who come by keys."""
    _draw("home", {"kind": "home", "label": "Headlight", "home": link(START, "Headlight")})


def press(key: str, label: str, help: str, on_press: Callable[[], None]) -> None:
    """Draw a button among links, where this is called."""
    data = {"kind": "press", "label": label, "help": help}
    _draw(key, data, on_pressed_change=on_press)


def menu(
    tools: Mapping[str, Any],
    *,
    on_wish: Callable[[str, Any], None],
    on_choice: Callable[[str, str | None], None],
    on_pin: Callable[[], None],
) -> None:
    """Draw the button that opens all pages in their sections, and under them what is seldom wanted.

    Args:
        tools: what links.js draws there: `presenter`, `choices`, and of `pin` its tooltip.
        on_wish: called with what the presenter wants.
        on_choice: called with the key and the text of a choice.
        on_pin: called where the page is pinned.
    """
    open_page = visit.session().view.page
    groups = [
        {"title": title, "links": [link(name, _title(name), open=name == open_page) for name in pages]}
        for title, pages in SECTIONS.items()
    ]

    def heard(trigger: str, call: Callable[..., None]) -> Callable[[], None]:
        return lambda: call(*told) if (told := fired("pages", trigger)) else None

    listening: dict[str, Any] = {
        "on_wish_change": heard("wish", on_wish),
        "on_chose_change": heard("chose", on_choice),
        "on_pinned_change": on_pin,
    }
    _draw("pages", {"kind": "menu", "label": "Pages", "groups": groups, **tools}, **listening)


def views() -> None:
    """Draw the views of the open page in a row; nothing for a page of one."""
    view = visit.session().view
    of_page = PAGES[view.page].views
    if len(of_page) > 1:
        draw("views", "Views", [link(name, title, open=name == view.name) for name, title in of_page.items()])


def neighbours() -> None:
    """Draw links to the page before this one in reading order and to the one after it; the start has its own."""
    open_page = visit.session().view.page
    if open_page == START:
        return
    index = ORDER.index(open_page)
    before, after = ORDER[index - 1], ORDER[index + 1 : index + 2]  # the start, which has none before it, was left out
    beside = [link(before, f"← {_title(before)}"), *(link(name, f"{_title(name)} →") for name in after)]
    draw("neighbours", "Before and after", beside)


def _title(page: str) -> str:
    return PAGES[page].title


def _draw(key: str, data: Mapping[str, Any], **look: Any) -> None:
    component("links", "<nav hidden></nav>")(key=key, data=dict(data), on_chosen_change=lambda: _follow(key), **look)


def _follow(key: str) -> None:
    if not (chosen := fired(key, "chosen")):
        return
    href, left = chosen
    query = parse_qs(str(href).partition("?")[2], keep_blank_values=True)
    if left:
        name = query.get(AT, [START])[-1]
        visit.session().go(name, menu=key != "views" and name in PAGES)
    else:
        visit.session().follow(query)
    st.rerun()


def titled(view: str) -> str:
    """Return a link to a view as Markdown, by its title."""
    return f"[{title_of(view)}](./{visit.href(view)})"
