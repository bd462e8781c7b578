"""Rows of attention set by hand: they sum to 1, change nothing else, and a run with them is one with that row."""

import numpy as np
import pytest
import torch

from transformer import Intervention, edits, load
from transformer.edited_rows import moved_stream, with_rows, without


@pytest.mark.parametrize(
    ("row", "keys", "expected"),
    [
        ([0.5, 0.3, 0.2], [0], [0, 0.6, 0.4]),
        ([0.5, 0.3, 0.2], [0, 1], [0, 0, 1]),
        ([1, 0, 0], [0], [0, 0.5, 0.5]),
        ([0.5, 0.5, 0], [0, 1], [0, 0, 1]),
        ([1.0], [0], [1]),
    ],
)
def test_the_others_of_a_row_take_the_weight_in_their_old_proportion(row, keys, expected) -> None:
    given = np.array(row, dtype=np.float32)
    np.testing.assert_allclose(without(given, keys), expected, rtol=1e-6)
    assert given.tolist() == np.float32(row).tolist(), "it is a copy that is changed"


def test_the_pass_with_an_edited_row_is_that_of_a_module_whose_row_is_set_by_a_hook(monkeypatch) -> None:
    model, text = load("story"), "bear country is wild"
    plain = model.trace(text)
    row = without(plain.layers[2].pattern[0, 3], [1])
    edited = model.trace(text, Intervention(edits=(edits.row(2, 0, 3, row),)))
    attention = model.transformer.blocks[2].attention

    def moved(module, given):  # W_O is given the contexts side by side: that of the first head is another
        contexts = given[0].clone()
        d_head = plain.config.d_head
        contexts[..., 3, :d_head] = torch.tensor(row, dtype=contexts.dtype) @ torch.tensor(plain.layers[2].values[0])
        return (contexts,)

    handle = attention.output.register_forward_pre_hook(moved)
    try:
        hooked = model.trace(text)
    finally:
        handle.remove()
    np.testing.assert_allclose(edited.logits, hooked.logits, atol=1e-4)
    residuals = (np.stack([layer.residual_out for layer in each.layers]) for each in (plain, edited))
    moved_by = moved_stream(*residuals)
    assert not moved_by[:2].any() and not moved_by[:, :3].any() and (moved_by[2:, 3] > 0).all()


def test_how_far_the_stream_has_moved_is_told_of_each_position_by_itself() -> None:
    before = np.array([[[3.0, 4.0], [0.0, 0.0], [0.0, 0.5]]], dtype=np.float32)
    after = before + np.array([[[0.0, 1.0], [1.0, 0.0], [0.25, 0.0]]], dtype=np.float32)
    np.testing.assert_allclose(moved_stream(before, after), [[0.2, 0.0, 0.5]])
    assert moved_stream(before, before).dtype == np.float64


def test_rows_of_a_head_take_the_place_of_what_was_said_of_them_and_of_nothing_else() -> None:
    kept, other = edits.row(1, 2, 0, (1.0, 0.0)), edits.row(0, 2, 1, (1.0, 0.0))
    before = Intervention(edits=(kept, edits.row(1, 2, 1, (0.5, 0.5)), other), scaled=False)
    after = with_rows(before, 1, 2, {1: np.array([0.0, 1.0])})
    assert after.edits == (kept, other, edits.row(1, 2, 1, (0.0, 1.0)))
    assert not after.scaled
