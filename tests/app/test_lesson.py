"""The words of a page: what a lesson is given beside its file."""

from urllib.parse import parse_qs, urlsplit

from headlight.app import lesson
from headlight.state import glossary


def test_terms_that_a_text_uses_are_linked_to_the_glossary() -> None:
    said = lesson._explained("contextual", "Cosines of a *contextual vector* and of **softmaxed** scores.")
    assert said.startswith("\n\nIn the glossary: [cosine](./?at=glossary&term=cosine)")
    linked = [link.partition("](")[2].rstrip(")") for link in said.partition(": ")[2].split(" · ")]
    looked_for = [parse_qs(urlsplit(link).query)["term"][0] for link in linked]
    assert looked_for == ["cosine", "score"]  # "softmaxed" is not softmax; "contextual vector" leads to this very view
    for term in looked_for:
        assert term in [each.term for each in glossary.found(term)]


def test_a_text_without_terms_has_no_links() -> None:
    assert lesson._explained("start", "Nothing of the kind; a length, a heading, a broken-up word.") == ""
