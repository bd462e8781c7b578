"""Stages are shown as the trace has them, and each says how it was made."""

import numpy as np
import pytest

from headlight.parts import stages, words
from headlight.pictures.board import hidden_bits
from headlight.pictures.decimals import percent
from headlight.state.registry import find
from headlight.state.state import State
from tests.pictures.caught import caught
from transformer import Intervention, load

STATE = State.of(find("attention"))


@pytest.fixture(scope="module")
def trace():
    return load("story").trace("bear <b> country")


@pytest.mark.parametrize("stage", ["scores", "scaled", "masked", "pattern"])
def test_a_stage_is_the_traces_own_array_and_hidden_weights_are_marked_not_changed(trace, stage) -> None:
    sent = caught(stages.picture, STATE, trace, 1, 2, stage)
    np.testing.assert_array_equal(
        sent.values.reshape(trace.layers[1].pattern[2].shape), getattr(trace.layers[1], stage)[2]
    )
    masked = np.isneginf(trace.layers[1].masked[2])
    assert masked.any() and sent.header["hidden"] == (hidden_bits(masked) if stage == "pattern" else "")
    assert np.isneginf(sent.values).any() == (stage == "masked")


def test_scores_are_coloured_as_the_softmax_will_weigh_them(trace) -> None:
    headers = {stage: caught(stages.picture, STATE, trace, 1, 2, stage).header for stage in stages.NOUNS}
    assert [header["scale"] for header in headers.values()] == ["scores", "scores", "scores", "sequential"]
    np.testing.assert_allclose([headers[stage]["factor"] for stage in stages.NOUNS], [32**-0.5, 1, 1, 1])
    warm = load("story").trace("bear", Intervention(temperature=2.0))
    np.testing.assert_allclose(caught(stages.picture, STATE, warm, 1, 2, "scores").header["factor"], 32**-0.5 / 2)


def test_scaled_names_what_scores_were_multiplied_by(trace) -> None:
    assert stages.says(STATE, trace, "scaled") == "scores / √32"
    warm = load("story").trace("bear", Intervention(temperature=2.0))
    assert stages.says(STATE, warm, "scaled") == "scores × 0.08839"


def test_a_look_names_both_tokens_and_the_weight_or_the_mask(trace) -> None:
    pieces = words.look(trace, 1, 2, 2, 0)
    assert [piece for piece, strong in pieces if strong] == [
        trace.words[2],
        percent(trace.layers[1].pattern[2, 2, 0]),
        trace.words[0],
    ]
    assert "may not attend" in "".join(piece for piece, _ in words.look(trace, 1, 2, 0, 2))


def test_where_a_row_is_framed_the_sentence_hears_which_token_each_row_is_of(trace) -> None:
    for row, places in ((2, [*range(len(trace.tokens))]), (None, [])):
        header = caught(stages.picture, STATE, trace, 1, 2, "pattern", row=row).header
        assert (header["row"], header["places"]) == (row, places)
