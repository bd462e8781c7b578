"""The page of heads: what each adds, what its silence and averaging change, and the sizes of other models."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from headlight.pages.heads import evidence, heads
from tests.draw import draw
from tests.pages.screen import opened, payload
from transformer import Intervention, edits, load
from transformer.roles import HeadRoles

MODEL = load("story")
TEXT = "The hiking trail led us through bear country"


def test_averaging_says_what_it_costs_and_shows_the_mean_pattern() -> None:
    drawn = draw("heads", text=TEXT, layer=3, averaged_in="this layer")
    before, after = MODEL.trace(TEXT), MODEL.trace(TEXT, Intervention(edits=(edits.average(2),)))
    pattern, lower = drawn.numbers("mean_pattern").reshape(8, 8), np.tril(np.ones((8, 8), dtype=bool))
    np.testing.assert_allclose(pattern[lower], after.layers[2].pattern.mean(axis=0)[lower], atol=1e-6)
    np.testing.assert_array_equal(drawn.hidden("mean_pattern").reshape(8, 8), ~lower)
    likeliest = np.argsort(-np.maximum(before.probabilities[-1], after.probabilities[-1]))[:5]
    bars = drawn.payload("next_words")["bars"]
    for now, then in (("value", after), ("before", before)):
        expected = sorted(then.probabilities[-1][likeliest])
        np.testing.assert_allclose(sorted(bar[now] for bar in bars), expected, atol=1e-6)
    old, new = (each.layers[2].attended[-1] for each in (before, after))
    length, change = np.sqrt((old**2).sum()), np.sqrt(((new - old) ** 2).sum())
    losses = [
        -np.mean([np.log(each.probabilities[place, token.id]) for place, token in enumerate(each.tokens[1:])])
        for each in (before, after)
    ]
    assert drawn.notes == [
        f"For the last token, attended of layer 3 is {length:.2f} long, and this changes it by a vector "
        f"{change:.2f} long, {change / length:.0%} of that. "
        f"The loss of the sentence goes from {losses[0]:.4f} to {losses[1]:.4f} nats per token."
    ]
    assert "loss" not in draw("heads", text="bear", averaged_in="this layer").notes[-1]
    assert not any("changes it" in note for note in draw("heads", text=TEXT).notes)


def test_heads_whose_sum_is_normalized_before_it_is_added_have_no_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "are_added", lambda plan: False)
    drawn = draw("heads", deeper=True, text=TEXT)
    assert not {"lengths", "contributions"} & set(drawn.keys) and "next_words" in drawn.keys
    assert any("normalized together before it is added" in note for note in drawn.notes)
    monkeypatch.undo()
    plan = MODEL.trace(TEXT).plan
    assert heads.are_added(plan)
    assert not any(heads.are_added(dataclasses.replace(plan, norm_position=each)) for each in ("around", "added"))


def test_two_ways_that_differ_are_said_to() -> None:
    trace = MODEL.trace(TEXT)
    said = heads.both_ways(MODEL, trace, 3, np.zeros((6, 8, 192), dtype=np.float32))
    assert said.startswith("✗ 192 numbers side by side, times W_O once, or what 6 heads add: both differ")


def button(at: AppTest, label: str) -> Button:
    """The button with these words."""
    (found,) = [each for each in at.button if each.label == label]
    return found


def test_a_button_turns_all_heads_on() -> None:
    at = opened("heads", layer="3", silenced="3.1")
    assert payload(at, "layer_heads")["silenced"] == [0]
    button(at, "Restore all heads").click().run()
    assert payload(at, "layer_heads")["silenced"] == []
    assert "Restore all heads" not in [each.label for each in at.button]  # nor before a head is off
    assert not at.exception


def test_a_model_that_was_not_measured_has_no_evidence() -> None:
    assert evidence.evidence(dataclasses.replace(MODEL, roles=HeadRoles({})), 0) == {}


def test_random_words_are_found_where_a_vocabulary_writes_words_without_their_space() -> None:
    class OfPieces:
        """As much of a model as is read: pieces of words, one in two of which goes on with a word."""

        config = dataclasses.replace(MODEL.config, vocab_size=400)
        tokenizer = SimpleNamespace(text_of=lambda id: f"{'##' * (id % 2)}{'abc' * (1 + id // 20)}{chr(97 + id % 20)}")

    found = evidence.random_words(OfPieces(), 1).split()
    assert len(set(found)) == 12 and found[:12] == found[12:]
    assert not any(word.startswith("#") for word in found)
