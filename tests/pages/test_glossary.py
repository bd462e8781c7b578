"""The glossary: every term leads to a page, and looking for one finds it, whatever is typed."""

from contextlib import suppress

import pytest

from headlight.app import links
from headlight.reading.reader import CannotShow
from headlight.state import glossary
from headlight.state.registry import find
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.pages.screen import opened


def test_every_term_stands_once_and_leads_to_a_page() -> None:
    names = [term.term for term in glossary.TERMS]
    assert len(set(names)) == len(names) > 50
    for term in glossary.TERMS:
        assert term.page in {*links.VIEWS, *links.ORDER}
        assert term.meaning.endswith(".")


def test_a_word_finds_its_terms_in_any_case() -> None:
    assert [term.term for term in glossary.found("CROSS attention")] == ["cross-attention"]
    assert len(glossary.found("")) == len(glossary.TERMS)


def test_the_address_restores_what_was_looked_for() -> None:
    page = opened("glossary", term="rotary")
    assert len(page.markdown) == 2 + len(glossary.found("rotary"))  # the question, the lesson, then the terms
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
