"""Minimal pairs differ in one word, and a preference is the difference of two log probabilities."""

import pytest
import torch

from transformer import load
from transformer.experiments import minimal_pairs
from transformer.experiments.minimal_pairs import PAIRS, measure, share_right


def test_no_pair_stands_twice_and_its_words_differ() -> None:
    every = [pair for pairs in PAIRS.values() for pair in pairs]
    assert len(set(every)) == len(every)
    assert all(right != wrong for _, right, wrong in every)


def test_a_preference_is_the_difference_of_log_probabilities() -> None:
    model = load("twin-rotary")
    found = measure(model)
    assert {kind: len(pairs) for kind, pairs in found.items()} == {kind: len(pairs) for kind, pairs in PAIRS.items()}
    beginning, right, wrong = PAIRS["one or many"][2]
    logs = torch.tensor(model.trace(beginning).next_logits).log_softmax(-1)
    (first,), (second,) = model.tokenizer.ids(right), model.tokenizer.ids(wrong)
    assert found["one or many"][2] == pytest.approx(float(logs[first] - logs[second]), abs=1e-4)


def test_a_word_of_several_tokens_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(minimal_pairs, "PAIRS", {"odd": (("A", "antidisestablishment", "b"),)})
    with pytest.raises(ValueError, match=r"'antidisestablishment' is \d+ tokens, it must be one"):
        measure(load("twin-rotary"))


def test_only_what_is_preferred_counts_as_right() -> None:
    assert share_right([1.5, -0.1, 0.0, 2.0]) == 0.5
