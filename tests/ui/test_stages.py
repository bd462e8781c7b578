"""Stages are shown as the trace has them, and each says how it was made."""

import numpy as np
import pytest

from transformer import Intervention, load
from ui import stages, words


@pytest.fixture(scope="module")
def trace():
    return load("story").trace("bear <b> country")


@pytest.mark.parametrize("stage", ["scores", "scaled", "masked"])
def test_a_stage_is_the_traces_own_array(trace, stage) -> None:
    np.testing.assert_array_equal(stages.of_head(trace, 1, 2, stage), getattr(trace.layers[1], stage)[2])


def test_masked_cells_of_the_pattern_are_infinite_and_the_rest_is_untouched(trace) -> None:
    drawn, masked = stages.of_head(trace, 1, 2, "pattern"), np.isneginf(trace.layers[1].masked[2])
    assert np.isneginf(drawn[masked]).all()
    np.testing.assert_array_equal(drawn[~masked], trace.layers[1].pattern[2][~masked])


def test_scaled_names_what_scores_were_multiplied_by(trace) -> None:
    assert stages.says(trace, "scaled") == "scores / √32"
    warm = load("story").trace("bear", Intervention(temperature=2.0))
    assert stages.says(warm, "scaled") == "scores × 0.08839"


def test_a_look_names_both_tokens_and_the_weight_or_the_mask(trace) -> None:
    pieces = words.look(trace, 1, 2, 2, 0)
    assert [piece for piece, strong in pieces if strong] == [
        trace.words[2],
        trace.words[0],
        f"{trace.layers[1].pattern[2, 2, 0]:.4f}",
    ]
    assert "may not look" in "".join(piece for piece, _ in words.look(trace, 1, 2, 0, 2))
