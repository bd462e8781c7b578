"""The glossary: every term leads to a page, and looking for one finds it, whatever is typed."""

import json
import re
from contextlib import suppress
from urllib.parse import quote_plus

import pytest

from headlight.app import lesson, links
from headlight.app.reading_list import STILLS
from headlight.pages.look_up.questions import QUESTIONS
from headlight.reading.reader import CannotShow
from headlight.state import glossary
from headlight.state.places import PAGES, page_of
from headlight.state.registry import find, views
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.in_turn import in_turn
from tests.pages.screen import opened, parts


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
    assert re.sub(r"\[([^\]]*)\]\(\./\?at=look_up[^)]*\)", r"\1", linked) == lead
    words = re.findall(r"[\w-]+", re.sub(r"\$[^$]+\$", "", lead.casefold()))
    for term in glossary.TERMS:
        times = linked.count(f"at=look_up&term={quote_plus(term.term)})")
        used = (
            " " not in term.term and term.page != name and {term.term.casefold(), f"{term.term}s".casefold()} & {*words}
        )
        within = any(
            term.term in longer.term and longer is not term for longer in glossary.TERMS
        )  # "head": a kind of it
        assert times <= 1 and (times == 1 or not used or within or name == "look_up")


def test_the_start_links_the_terms_of_its_question() -> None:
    asked = lesson.linked("start", PAGES["start"].question)
    assert "[head](./?at=look_up&term=head)" in asked and "[transformer](./?at=look_up&term=transformer)" in asked
    drawn = parts(opened("start"), "title")["question"]["html"]
    assert '<em><a href="./?at=look_up&amp;term=head">head</a></em>' in drawn and "*" not in drawn


def test_a_word_finds_its_terms_in_any_case() -> None:
    assert [term.term for term in glossary.search("CROSS attention")] == ["cross-attention"]
    assert len(glossary.search("")) == len(glossary.TERMS)


def test_each_page_has_its_terms_beside_its_small_picture() -> None:
    page = opened("look_up")
    stills = [json.loads(each.proto.json) for each in page.get("bidi_component") if str(each.key).startswith("still_")]
    shown = {page_of(term.page) for term in glossary.TERMS}
    assert [title.value for title in page.header] == [
        links.titled(next(iter(PAGES[name].views))) for name in links.ORDER if name in shown
    ]
    assert [still["markup"] for still in stills] == [STILLS[name] for name in links.ORDER if name in shown & {*STILLS}]


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    view = find("look_up")
    assert view.entries
    with suppress(CannotShow):
        assert 0 < len(view.entries(State.of(view, term=text))) <= len(glossary.TERMS)


def test_a_text_that_no_term_has_is_said_to_have_none_and_never_read_as_markdown() -> None:
    page = opened("look_up", term="**no such** [word](x)")
    (said,) = [info.value for info in page.info]
    assert said.startswith("Nothing here has these words.") and "such" not in said


def test_each_question_is_answered_in_few_lines_by_a_view_that_opens_and_chatgpt_comes_first() -> None:
    assert len(QUESTIONS) == 28 and "ChatGPT" in QUESTIONS[0].asked
    for each in QUESTIONS:
        view, words = find(each.view), each.answer.split()
        assert each.asked.endswith("?") or (each.asked.endswith(".") and "?" in each.asked)
        assert len(words) <= 50, each.asked
        if each.view != "look_up" and view.draw:
            assert State.of(view, **each.state).text == each.state.get("text", State.of(view).text)
    page = opened("look_up", list="Questions")
    lead, first, *_ = (text.value for text in page.markdown if "**" in text.value)
    assert lead.startswith(f"**{PAGES['look_up'].question}** ")
    assert first.startswith(f"**{QUESTIONS[0].asked}** ")
    assert sum(text.value.count("**") // 2 for text in page.markdown) > len(QUESTIONS)


def test_the_box_finds_in_each_list_and_says_where_nothing_is_found() -> None:
    for name, word in (("Questions", "chatgpt"), ("Papers", "vaswani"), ("Words", "softmax")):
        found = " ".join(text.value for text in opened("look_up", list=name, term=word).markdown)
        assert word in found.casefold()
    (said,) = [info.value for info in opened("look_up", list="Papers", term="zxqv").info]
    assert said.startswith("Nothing here has these words.") and "all papers" in said
