"""The words of a page: what a lesson is given beside its file."""

from urllib.parse import parse_qs, urlsplit

import pytest

from headlight.app import lesson
from headlight.state import glossary
from headlight.state.places import PAGES


def test_terms_that_a_text_uses_are_linked_to_the_glossary() -> None:
    said = lesson._explained("contextual", "Cosines of a *contextual vector* and of **softmaxed** scores.")
    assert said.startswith("\n\nIn the glossary: [cosine](./?at=look_up&term=cosine)")
    linked = [link.partition("](")[2].rstrip(")") for link in said.partition(": ")[2].split(" · ")]
    looked_for = [parse_qs(urlsplit(link).query)["term"][0] for link in linked]
    assert looked_for == ["cosine", "score"]  # "softmaxed" is not softmax; "contextual vector" leads to this very view
    for term in looked_for:
        assert term in [each.term for each in glossary.search(term)]


def test_a_text_without_terms_has_no_links() -> None:
    assert lesson._explained("start", "Nothing of the kind; a length, a heading, a broken-up word.") == ""


def test_the_question_of_a_page_opens_its_first_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other views have a question in their lead, and two would be in a row."""
    leads: list[str] = []
    monkeypatch.setattr(lesson.st, "markdown", leads.append)
    question = f"**{PAGES['heads'].question}** "
    for name in PAGES["heads"].views:
        lesson.lead(name)
    assert leads[0].startswith(question) and len(leads) > 1
    assert not [lead for lead in leads[1:] if question in lead]


def test_a_term_is_linked_once_where_it_is_first_used_and_never_inside_a_link_or_a_formula() -> None:
    said = lesson.linked("start", "$softmax$ [softmax](x) `softmax` Softmax, softmax and softmaxes; a mask, masks.")
    assert said.count("](./?at=look_up") == 2
    assert "` [Softmax](./?at=look_up&term=softmax), softmax" in said and "masks](" not in said


@pytest.mark.parametrize(("name", "more"), [("attention", True), ("path", False)])
def test_a_lesson_is_open_where_there_is_more_of_it_and_its_reader_wants_that(
    monkeypatch: pytest.MonkeyPatch, name: str, more: bool
) -> None:
    for wanted in (True, False):
        monkeypatch.setattr(lesson.st, "session_state", {"read_more": wanted})
        assert lesson.is_open(name) == (more and wanted) and bool(lesson.toggle(name)) == more
