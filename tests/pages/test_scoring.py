"""Additive and dot product: both score the same queries and keys, the address restores it."""

import re

import numpy as np

from headlight.pages.why_attention import scoring
from headlight.reading import reader
from tests.draw import draw
from transformer.experiments.additive import drawn


def test_the_first_screen_scores_the_heads_queries_and_keys_twice() -> None:
    at = draw("scoring", deeper=True)
    stages = reader.loaded().trace(reader.EXAMPLE).layers[2]
    np.testing.assert_allclose(at.numbers("dot_scores"), stages.scaled[0].ravel(), atol=1e-5)
    expected = drawn(0, 32, 32).scores(stages.queries[0], stages.keys[0])
    np.testing.assert_allclose(at.numbers("additive_scores"), expected.ravel(), atol=1e-5)
    assert any("can never leave ±" in note for note in at.notes)
    assert any("They disagree about" in note for note in at.notes)
    assert any("are random" in note for note in at.notes)
    assert "tanh" in at.formula("additive_formula") and "√32" in at.formula("dot_formula")


def test_the_table_counts_both_for_this_text_and_longer_ones() -> None:
    table = draw("scoring", text="bear country", scoring_width="64", deeper=True).payload("scoring_costs")
    columns = ([shown for shown, _ in column["cells"]] for column in table["columns"])
    rows = [list(row) for row in zip(*columns, strict=True)]
    assert rows[0] == ["multiply-adds for the 2 here", f"{4 * 32:,}", f"{2 * 2 * 32 * 64 + 4 * 64:,}"]
    assert rows[-1] == ["own parameters", "0", f"{2 * 64 * 32 + 64:,}"]
    assert len(rows) == 7


def test_the_address_restores_scorer_and_cell() -> None:
    at = draw(
        "scoring",
        text="bear country",
        scoring_seed="5",
        scoring_width="8",
        query="1",
        key_position="1",
        scored="weights",
    )
    stages = reader.loaded().trace("bear country").layers[2]
    expected = drawn(5, 32, 8).scores(stages.queries[0], stages.keys[0])
    weights = at.numbers("additive_weights").reshape(2, 2)
    np.testing.assert_allclose(weights[1], np.exp(expected[1]) / np.exp(expected[1]).sum(), atol=1e-5)
    assert weights[0].tolist() == [1, 0] and at.numbers("dot_weights")[1] == 0
    assert at.payload("additive_weights")["selected"] == [1, 1]
    assert not at.payload("additive_weights")["transposed"]


def test_a_dial_fits_the_scorer_to_the_head_and_the_address_holds_it(monkeypatch) -> None:
    monkeypatch.setattr(scoring, "FIT_STEPS", 12)
    drawn_scorer, fitted = (draw("scoring", text="bear country", scoring_width=8, scorer=of) for of in (None, "fitted"))
    (said,) = [note for note in fitted.notes if "fell from" in note]
    before, after = re.search(r"fell from (\S+) to (\S+) nats", said).groups()
    assert float(after) < float(before)
    assert not np.array_equal(fitted.numbers("additive_scores"), drawn_scorer.numbers("additive_scores"))


def test_a_switch_under_the_arithmetic_measures_both() -> None:
    asked = {"text": "bear country", "scoring_width": 8, "timed": True, "deeper": True}
    columns = draw("scoring", **asked, arithmetic=True).payload("scoring_times")["columns"]
    assert [cell for cell, _ in columns[0]["cells"]] == [str(length) for length in scoring.MEASURED]
    assert "scoring_times" not in draw("scoring", **asked).keys  # the switch stands where the arithmetic does
