"""Additive and dot product: both score the same queries and keys, the address restores it."""

import re

import numpy as np
import pytest

from headlight.pages.why_attention import scoring
from headlight.reading import reader
from tests.draw import draw
from tests.pages.screen import formula, headings, notes, numbers, opened, payload
from transformer.experiments.additive import drawn


def test_the_first_screen_scores_the_heads_queries_and_keys_twice() -> None:
    at = opened("scoring", scorer="random", more="true", arithmetic="true")
    stages = reader.loaded().trace(reader.EXAMPLE).layers[2]
    np.testing.assert_allclose(numbers(at, "dot_scores"), stages.scaled[0].ravel(), atol=1e-5)
    expected = drawn(0, 32, 32).scores(stages.queries[0], stages.keys[0])
    np.testing.assert_allclose(numbers(at, "additive_scores"), expected.ravel(), atol=1e-5)
    assert any("never leave ±" in hint for hint in headings(at))
    assert any("They disagree about" in note for note in notes(at))
    assert any("scorer is random" in note for note in notes(at))
    assert "tanh" in formula(at, "additive_formula") and "√32" in formula(at, "dot_formula")


def test_the_table_counts_both_for_this_text_and_longer_ones() -> None:
    table = payload(opened("scoring", text="bear country", scoring_width="64", arithmetic="true"), "scoring_costs")
    columns = ([shown for shown, _ in column["cells"]] for column in table["columns"])
    rows = [list(row) for row in zip(*columns, strict=True)]
    assert rows[0] == ["multiply-adds for the 2 here", f"{4 * 32:,}", f"{2 * 2 * 32 * 64 + 4 * 64:,}"]
    assert rows[-1] == ["own parameters", "0", f"{2 * 64 * 32 + 64:,}"]
    assert len(rows) == 7


def test_the_weights_of_one_word_are_drawn_by_both_ways_and_the_address_restores_scorer_and_word() -> None:
    address = {"text": "bear country", "scoring_seed": "5", "scoring_width": "8", "scorer": "random", "query": "1"}
    at = opened("scoring", **address)
    stages = reader.loaded().trace("bear country").layers[2]
    scores = drawn(5, 32, 8).scores(stages.queries[0], stages.keys[0])[1]
    added, dotted = ([bar["value"] for bar in payload(at, f"{name}_row")["bars"]] for name in ("additive", "dot"))
    np.testing.assert_allclose(added, np.exp(scores) / np.exp(scores).sum(), atol=1e-5)
    np.testing.assert_allclose(dotted, stages.pattern[0, 1], atol=1e-6)
    assert draw("scoring", **address).chosen("chips", 0) == {"query": 0}
    first = draw("scoring", text="bear country", query=0).payload("dot_row")["bars"]
    assert [bar["label"] for bar in first] == ["bear"], "the mask hides what comes later"


def test_it_opens_with_a_word_that_attends_to_another_and_a_scorer_that_was_fitted(monkeypatch) -> None:
    monkeypatch.setattr(scoring, "fitted", lambda *args, **settings: pytest.fail("nobody waits for its training"))
    at = draw("scoring")
    assert at.titles[0] == "Where “country” attends"
    best = [max(at.payload(f"{name}_row")["bars"], key=lambda bar: bar["value"]) for name in ("additive", "dot")]
    assert [bar["label"] for bar in best] == ["bear", "bear"]


def test_a_dial_fits_the_scorer_to_the_head_and_the_address_holds_it(monkeypatch) -> None:
    monkeypatch.setattr(scoring, "FIT_STEPS", 12)
    asked = {"text": "bear country", "scoring_width": 8}
    drawn_scorer, fitted = (draw("scoring", **asked, scorer=of) for of in ("random", None))
    (said,) = [note for note in fitted.notes if "fell from" in note]
    before, after = re.search(r"fell from (\S+) to (\S+) nats", said).groups()
    assert float(after) < float(before)
    assert not np.array_equal(fitted.numbers("additive_scores"), drawn_scorer.numbers("additive_scores"))


def test_a_switch_of_the_arithmetic_measures_both() -> None:
    asked = {"text": "bear country", "scoring_width": 8, "scorer": "random"}
    columns = draw("scoring", **asked, timed=True, deeper=True).payload("scoring_times")["columns"]
    assert [cell for cell, _ in columns[0]["cells"]] == [str(length) for length in scoring.MEASURED]
    assert "scoring_times" not in draw("scoring", **asked, deeper=True).keys
