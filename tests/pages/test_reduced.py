"""The switches that leave tokens out and merge pieces to words: in All heads, One head and Real models."""

from types import SimpleNamespace

import numpy as np
import pytest

from headlight.pages.all_heads import wall
from headlight.parts import reduced
from headlight.reading import real_models
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from transformer import load, open_installed
from transformer.readings.reduced import Reduced

TEXT = "The unbelievably shaggy bear couldn't sleep"


def test_a_cell_between_words_is_the_one_that_its_tokens_choose() -> None:
    trace = load("story").trace(TEXT)
    whole = Reduced(trace, whole_words=True)
    row, column = 2, 1  # a word of several pieces is looked at
    assert len(whole.words[column].tokens) > 1
    query, key = whole.tokens(trace.layers[2].pattern[0], (row, column))
    drawn = draw("attention", text=TEXT, whole_words=True, layer=3, head=1, query=query, key_position=key)
    assert drawn.payload("pattern")["selected"] == [row, column]
    assert drawn.chosen("pattern", [row, column]) == {"query": query, "key_position": key}
    assert drawn.says("pattern").startswith("shaggy gives ") and "to unbelievably." in drawn.says("pattern")


@pytest.mark.parametrize(("model", "offered"), [("MiniLM", True), ("SmolLM2", False)])
def test_special_tokens_are_offered_where_the_tokenizer_adds_some(model: str, offered: bool) -> None:
    drawn = draw("real", model=model, text="bear country")
    special = next(part for part in reduced.dials().parts if part.key == "without_special")
    assert special.when(drawn.state) == offered


@pytest.mark.parametrize(("wanted", "tokens"), [("", 48), ("none", 48), ("7", 48), ("300", 300), ("99999", 1024)])
def test_who_starts_the_app_says_how_many_tokens_real_models_read(wanted: str, tokens: int) -> None:
    assert real_models.tokens(wanted) == tokens


def test_small_patterns_of_a_long_text_are_of_blocks_and_the_chosen_head_is_not(monkeypatch) -> None:
    trace = open_installed("SmolLM2").trace("The hiking trail led us through bear country")
    monkeypatch.setattr(wall, "_CELLS", 270 * 3**2)
    drawn = draw("real", model="SmolLM2", text=trace.text, layer=3, head=2, deeper=True)
    n = len(trace.tokens)
    grid, about = drawn.numbers("wall").reshape(30, 9, 3, 3) >> 8, drawn.payload("wall")
    block = -(-n // 3)
    for row, column in np.ndindex(3, 3):
        cells = trace.layers[2].pattern[1, block * row : block * (row + 1), block * column : block * (column + 1)]
        assert grid[2, 1, row, column] == round(100 * float(cells.max()))
    assert about["tokens"][0] == f"{trace.words[0]} (0) … {trace.words[block - 1]} ({block - 1})"
    assert f"over {n} tokens" in about["alt"]
    assert any(f"the largest weight of {block} × {block}" in note for note in drawn.notes)
    np.testing.assert_array_equal(drawn.numbers("pattern").reshape(n, n), trace.layers[2].pattern[1])


def test_a_word_that_is_left_out_twice_is_named_once() -> None:
    trace = SimpleNamespace(words=["[SEP]", "bear", "[SEP]", "a"])
    left = SimpleNamespace(trace=trace, left_out=(0, 2, 3), whole_words=False)
    found = reduced.said(State.of(find("attention")), left)
    assert found.startswith("Without [SEP] and a: the other weights")
