"""The glossary: every term leads to a page, and looking for one finds it, whatever is typed."""

import json
import re
from contextlib import suppress
from urllib.parse import quote_plus

import pytest

from headlight.app import lesson, links
from headlight.app.reading_list import STILLS
from headlight.reading.reader import CannotShow
from headlight.state import glossary
from headlight.state.places import PAGES, page_of
from headlight.state.registry import find, views
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.in_turn import in_turn
from tests.pages.screen import opened, title_parts


def test_every_term_stands_once_and_leads_to_a_page() -> None:
    names = [term.term for term in glossary.TERMS]
    assert len(set(names)) == len(names) > 50
    for term in glossary.TERMS:
        assert term.page in {*links.VIEWS, *links.ORDER}
        assert term.meaning.endswith(".")


@in_turn("name", [name for name, view in views().items() if name != "start" and page_of(name) != "path"])
def test_a_lead_links_each_term_where_it_first_uses_it_and_is_otherwise_as_it_is_written(name: str) -> None:
    lead = (lesson._LESSONS / f"{name}.md").read_text("utf-8").partition("\n\n")[0]
    linked = lesson.linked(name, lead)
    assert re.sub(r"\[([^\]]*)\]\(\./\?at=glossary[^)]*\)", r"\1", linked) == lead
    words = re.findall(r"[\w-]+", re.sub(r"\$[^$]+\$", "", lead.casefold()))
    for term in glossary.TERMS:
        times = linked.count(f"at=glossary&term={quote_plus(term.term)})")
        used = (
            " " not in term.term and term.page != name and {term.term.casefold(), f"{term.term}s".casefold()} & {*words}
        )
        within = any(
            term.term in longer.term and longer is not term for longer in glossary.TERMS
        )  # "head": a kind of it
        assert times <= 1 and (times == 1 or not used or within or name == "glossary")


def test_the_start_links_the_terms_of_its_question() -> None:
    asked = lesson.linked("start", PAGES["start"].question)
    assert "[head](./?at=glossary&term=head)" in asked and "[transformer](./?at=glossary&term=transformer)" in asked
    drawn = title_parts(opened("start"))["question"]["html"]
    assert '<em><a href="./?at=glossary&amp;term=head">head</a></em>' in drawn and "*" not in drawn


def test_a_word_finds_its_terms_in_any_case() -> None:
    assert [term.term for term in glossary.search("CROSS attention")] == ["cross-attention"]
    assert len(glossary.search("")) == len(glossary.TERMS)


def test_each_page_has_its_terms_beside_its_small_picture() -> None:
    page = opened("glossary")
    stills = [json.loads(each.proto.json) for each in page.get("bidi_component") if str(each.key).startswith("still_")]
    shown = {page_of(term.page) for term in glossary.TERMS}
    assert [title.value for title in page.header] == [PAGES[name].title for name in links.ORDER if name in shown]
    assert [still["markup"] for still in stills] == [STILLS[name] for name in links.ORDER if name in shown & {*STILLS}]


def test_the_address_restores_what_was_looked_for() -> None:
    page = opened("glossary", term="rotary")
    assert len(page.markdown) == 1 + len(glossary.search("rotary"))  # the lesson, then the terms
    assert any("**rotary positions**" in text.value for text in page.markdown)


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    view = find("glossary")
    assert view.entries
    with suppress(CannotShow):
        assert 0 < len(view.entries(State.of(view, term=text))) <= len(glossary.TERMS)


def test_a_text_that_no_term_has_is_said_to_have_none_and_never_read_as_markdown() -> None:
    page = opened("glossary", term="**no such** [word](x)")
    (said,) = [info.value for info in page.info]
    assert said.startswith("No term has these words.") and "such" not in said
