"""The life of a cross-attention head: its looks leave the end mark out, and without it other French costs more."""

import numpy as np
import pytest
import torch

from training.cross_lives import looks, losses_without, measured, shares
from transformer import load
from transformer.bundled.head_lives import lives

TEXTS = ("The red car", "I do not speak French.", "How old are you?")


@torch.inference_mode()
def test_every_piece_of_french_has_a_look_and_rests_are_those_at_the_end_mark() -> None:
    translator = load("translate")
    traces = [translator.translate(text, beams=1).trace for text in TEXTS]
    every, weights = looks(traces, 1, 1)
    assert len(every) == sum(len(trace.target) - 1 for trace in traces)
    text, row, column = every[4]
    assert weights[4] == traces[text].pattern(1, 1)[row, column] == traces[text].pattern(1, 1)[row].max()
    found = measured(translator, traces, 1, 1)
    ends = [column == len(traces[text].source) - 1 for text, _, column in every]
    assert found["rests"] == pytest.approx(np.mean(ends), abs=1e-4)
    kept = [look for group in found["looks"] for look in group]
    assert all(column < len(traces[text].source) - 1 for text, _, column in kept)
    assert 0 < sum(share for _, share in shares(traces, 1, 1)) < 1


@torch.inference_mode()
def test_a_head_that_adds_nothing_costs_what_the_kept_life_says() -> None:
    """The kept texts are not those of the effect, yet the dearest head of the last layer costs in them too."""
    translator, found = load("translate"), lives("translate")
    assert found
    traces = [translator.translate(look.text, beams=1).trace for look in found.heads[2][4].best]
    before = [weight.clone() for weight in translator.model.parameters()]
    without = losses_without(translator, 2, 4, traces)
    assert without.shape == (3,) and without.mean() > np.mean([trace.losses.mean() for trace in traces])
    assert all(torch.equal(*pair) for pair in zip(before, translator.model.parameters(), strict=True))
    assert max(life.effect[0] for life in found.heads[2]) == found.heads[2][4].effect[0]
