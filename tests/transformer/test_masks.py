"""Masks beyond the three kinds: cells toggled by hand, and padding after the text."""

import pytest

from transformer import Intervention
from transformer.attention import allowed

TEXT = "The cat sat on the mat."


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_a_toggled_cell_is_the_opposite_of_what_the_mask_says_and_no_other_changes(mask) -> None:
    cells = {(3, 1), (1, 3), (4, 4)}
    window = 3 if mask == "window" else Intervention.window
    before = allowed(5, Intervention(mask=mask, window=window))
    after = allowed(5, Intervention(mask=mask, window=window, toggled=frozenset(cells)))
    changed = {tuple(cell) for cell in (before != after).nonzero().tolist()}
    assert changed == cells


@pytest.mark.parametrize("cell", [(5, 0), (0, 5), (-1, 0), (0, -1)])
def test_a_cell_that_does_not_exist_is_refused(cell) -> None:
    with pytest.raises(ValueError, match="this mask has rows and columns 0 to 4, got the cell"):
        allowed(5, Intervention(toggled=frozenset({cell})))


def test_a_query_that_may_look_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="the token at position 2 may attend nowhere"):
        allowed(5, Intervention(toggled=frozenset({(2, 0), (2, 1), (2, 2)})))


def test_padding_is_seen_by_nobody_but_itself() -> None:
    expected = [[1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 0, 1]]
    assert allowed(5, Intervention(mask="none", padding=2)).int().tolist() == expected
    assert allowed(5, Intervention(mask="none", padding=2, padding_hidden=False)).all()


@pytest.mark.parametrize("window", [1, 2, 3])
@pytest.mark.parametrize("hidden", [True, False])
def test_with_padding_every_query_still_looks_somewhere(window, hidden) -> None:
    change = Intervention(mask="window", window=window, padding=4, padding_hidden=hidden)
    assert allowed(5, change).any(dim=-1).all()


def test_padding_takes_room_from_a_long_text_and_the_rest_is_counted(make_language_model) -> None:
    model = make_language_model(max_tokens=11)
    whole = len(model.tokenizer.encode(TEXT * 3))
    trace = model.trace(TEXT * 3, Intervention(padding=4))
    assert len(trace.tokens) == 11 and trace.last == 6 and trace.dropped == whole - 7
    with pytest.raises(ValueError, match="reads 11 tokens, got 11 of padding"):
        model.trace(TEXT, Intervention(padding=11))
