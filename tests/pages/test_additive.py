"""Additive and dot product, under a dense layer: both score the same queries and keys of a head for one word."""

import re

import numpy as np
import pytest

from headlight.pages.why_attention import additive
from headlight.reading import reader
from tests.draw import draw
from tests.statements import lesson
from transformer.softmax import softmax


@pytest.mark.parametrize("query", [1, 5])
def test_the_weights_of_one_word_are_drawn_by_both_ways(query: int) -> None:
    drawn = draw("dense", query=query, deeper=True)
    stages, scorer = reader.loaded().trace(reader.EXAMPLE).layers[2], additive.stored().scorer
    s, h = stages.queries[0, query].astype(float), stages.keys[0, : query + 1].astype(float)
    scores = [scorer.v @ np.tanh(scorer.w_s @ s + scorer.w_h @ key) for key in h]
    added, dotted = ([bar["value"] for bar in drawn.payload(f"{name}_row")["bars"]] for name in ("additive", "dot"))
    np.testing.assert_allclose(added, softmax(np.array(scores)), atol=1e-6)
    np.testing.assert_allclose(dotted, stages.pattern[0, query, : query + 1], atol=1e-6)


def test_it_opens_with_a_word_that_attends_to_another_and_a_scorer_that_was_fitted(monkeypatch) -> None:
    monkeypatch.setattr(additive, "fitted", lambda *args, **settings: pytest.fail("nobody waits for its training"))
    drawn = draw("dense", deeper=True)
    for name in ("additive", "dot"):
        bars = drawn.payload(f"{name}_row")["bars"]
        assert max(bars, key=lambda bar: bar["value"])["label"] == "bear"
        assert f"Attention weights of “country” by the {name} scorer." == drawn.payload(f"{name}_row")["alt"]
    by = [title for title in drawn.titles if title.startswith("Where does “country” attend by")]
    assert len(by) == 2, "a reader sees whose weights they are"
    assert any(words.startswith("s is the query of “country”, h the key of “bear”") for words in drawn.headings)
    assert any("the two disagree about" in note for note in drawn.notes)
    assert "tanh" in drawn.formula("additive_formula") and "√32" in drawn.formula("dot_formula")


def test_another_head_has_a_scorer_of_its_own() -> None:
    (said,) = [note for note in draw("dense", text="bear country", layer=1, head=2).notes if "fell from" in note]
    before, after = re.search(r"fell from (\S+) to (\S+) nats", said).groups()
    assert float(after) < float(before)


def test_what_the_lesson_says_of_the_scorer_is_so() -> None:
    said, scorer = lesson("dense"), additive.stored().scorer
    assert f"The additive scorer has {len(scorer.v)} units and was trained on those sentences" in said
    assert f"the head's own patterns on {len(additive.sentences())} sentences" in said
