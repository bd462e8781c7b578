"""Additive and dot product: both score the same queries and keys, the address restores it, calm with anything."""

import numpy as np
import pytest

from headlight.frame import reading
from headlight.views.why_attention import scoring
from tests.awkward import AWKWARD
from tests.pages.screen import captions, formula, notes, numbers, opened, payload
from transformer.experiments.additive import drawn


def test_the_first_screen_scores_the_heads_queries_and_keys_twice() -> None:
    at = opened("scoring", arithmetic="true")
    stages = reading.model().trace(reading.EXAMPLE).layers[2]
    np.testing.assert_allclose(numbers(at, "dot_scores"), stages.scaled[0].ravel(), atol=1e-5)
    expected = drawn(0, 32, 32).scores(stages.queries[0], stages.keys[0])
    np.testing.assert_allclose(numbers(at, "additive_scores"), expected.ravel(), atol=1e-5)
    assert any("can never leave ±" in note for note in notes(at))
    assert any("of a word's weight on different words" in note for note in notes(at))
    assert any("are random" in caption for caption in captions(at))
    assert "tanh" in formula(at, "additive_formula") and "√32" in formula(at, "dot_formula")


def test_the_table_counts_both_for_this_text_and_longer_ones() -> None:
    table = payload(opened("scoring", text="bear country", scoring_width="64", arithmetic="true"), "scoring_costs")
    columns = ([shown for shown, _ in column["cells"]] for column in table["columns"])
    rows = [list(row) for row in zip(*columns, strict=True)]
    assert rows[0] == ["multiply-adds for the 2 here", f"{4 * 32:,}", f"{2 * 2 * 32 * 64 + 4 * 64:,}"]
    assert rows[-1] == ["own parameters", "0", f"{2 * 64 * 32 + 64:,}"]
    assert len(rows) == 7


def test_the_address_restores_scorer_and_cell() -> None:
    at = opened(
        "scoring",
        text="bear country",
        scoring_seed="5",
        scoring_width="8",
        query="1",
        key_position="1",
        scored="weights",
    )
    stages = reading.model().trace("bear country").layers[2]
    expected = drawn(5, 32, 8).scores(stages.queries[0], stages.keys[0])
    weights = numbers(at, "additive_weights").reshape(2, 2)
    np.testing.assert_allclose(weights[1], np.exp(expected[1]) / np.exp(expected[1]).sum(), atol=1e-5)
    assert weights[0].tolist() == [1, 0] and numbers(at, "dot_weights")[1] == 0
    assert payload(at, "additive_weights")["selected"] == [1, 1]
    assert not payload(at, "additive_weights")["transposed"]


def test_a_button_fits_the_scorer_to_the_head(monkeypatch) -> None:
    monkeypatch.setattr(scoring, "FIT_STEPS", 12)
    at = opened("scoring", text="bear country", scoring_width="8", arithmetic="true")
    before = numbers(at, "additive_scores")
    at.button(key="fit_additive").click().run()
    assert not at.exception and not at.error
    assert at.session_state["scorer"] == "fitted"
    assert any("fell from" in caption for caption in captions(at))
    assert not np.array_equal(numbers(at, "additive_scores"), before)


def test_a_link_to_a_fitted_scorer_says_that_it_has_to_be_fitted_first() -> None:
    at = opened("scoring", scorer="fitted")
    assert any("Not fitted yet" in caption for caption in captions(at))


def test_a_button_measures_both() -> None:
    at = opened("scoring", text="bear country", scoring_width="8", arithmetic="true")
    at.button(key="measure_scoring").click().run()
    assert not at.exception
    assert list(at.dataframe[0].value["tokens"]) == list(scoring.MEASURED)


@pytest.mark.parametrize(
    "params", [{"scoring_width": "7"}, {"scoring_seed": "-1"}, {"scoring_seed": "x"}, {"scorer": "x"}, {"query": "999"}]
)
def test_an_address_that_makes_no_sense_falls_back(params) -> None:
    assert len(numbers(opened("scoring", text="bear country", **params), "additive_scores")) == 4


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    assert np.isfinite(numbers(opened("scoring", text=text), "additive_scores")).all()
