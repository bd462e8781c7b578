"""Every link of a lesson, a document, a story, a question, a term or a card leads to what it names, as it says."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from headlight.state.address import AT, KEYS
from headlight.state.places import PAGES, page_of, title_of
from headlight.state.registry import views
from headlight.state.session import Session
from headlight.state.state import Dial, State, read
from tests.in_turn import in_turn
from tests.statements import ASSETS, DOCS, README

LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])+)\]\((?:\./|[^\s)]*?/)?\?([^)\s]+)\)")
TITLES = {title_of(name): {name} for name in views()} | {page.title: {*page.views} for page in PAGES.values()}


class Named(NamedTuple):
    """A link: what has it, its words, and the keys of its address."""

    where: str
    words: str
    keys: Mapping[str, str]

    def __repr__(self) -> str:
        return f"{self.where}: [{self.words}]({dict(self.keys)})"


def links() -> Iterator[Named]:
    """All that are written down somewhere; those of the menu and of neighbours follow from the list of pages."""
    for file in (*ASSETS.glob("lessons/*.md"), *ASSETS.glob("*.toml"), README, *DOCS.glob("*.md")):
        for words, address in LINK.findall(file.read_text("utf-8")):
            yield Named(file.name, words, dict(parse_qsl(address)))
    for file in sorted(ASSETS.glob("*.toml")):
        for entries in tomllib.loads(file.read_text("utf-8")).values():
            for entry in filter(lambda each: isinstance(each, dict), entries):
                if leads := entry.get("view", entry.get("page")):
                    yield Named(file.name, entry.get("title", ""), {AT: leads, **entry.get("state", {})})
                    yield Named(file.name, "", {AT: leads, **entry.get("state", {}), **entry.get("does", {})})
    for name, view in views().items():
        ways = (*filter(None, [view.onward]), *(view.ways(State.of(view)) if callable(view.ways) else view.ways))
        yield from (Named(name, way.label.strip("*→ "), {AT: way.to, **way.state}) for way in ways)


@in_turn("link", list(links()))
def test_a_link_opens_the_view_that_it_names_with_all_that_it_sets(link: Named) -> None:
    query = {key: [str(value)] for key, value in link.keys.items()}
    state = Session(query).state
    assert state.view.name == link.keys[AT]
    named = [opens for title, opens in TITLES.items() if title == link.words]
    assert not named or any(state.view.name in opens for opens in named), f"it opens {state.view.name}"
    values = read({key: value for key, value in query.items() if key != AT})
    assert values.keys() == query.keys() - {AT}, "a value is none that the key can have"
    for key, value in values.items():
        assert key in state.view.keys or KEYS[key].follows, f"{key} is none of the view's"
        for dial in state.view.controls:
            if isinstance(dial, Dial) and dial.key == key:
                assert dial.when(state), f"the dial of {key} is not there"
                assert dial.read(state) == value, f"{key} is {dial.read(state)}"


@in_turn("link", [link for link in links() if (ASSETS / "lessons" / link.where).is_file()])
def test_a_link_of_a_lesson_leads_on_from_its_view(link: Named) -> None:
    """To another one, or to another state of it."""
    own = link.where.removesuffix(".md")
    leads = link.keys[AT]
    assert leads != own or State.of(views()[own]) != Session({key: [value] for key, value in link.keys.items()}).state
    assert page_of(leads) in PAGES
