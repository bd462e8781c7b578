"""One head's life: its examples are what the model computes, its sentences are what was measured, a click types."""

import itertools

import numpy as np
import pytest

from headlight.pages.heads import life
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.in_turn import in_turn
from transformer import load
from transformer.bundled.head_lives import HeadExample, lives
from transformer.roles import HEAD_ROLES
from transformer.words import words_of

MODEL, LIVES = load("story"), lives("story")
assert LIVES
HEADS = list(itertools.product(range(6), range(6)))


def test_the_finder_finds_by_a_word() -> None:
    one = LIVES.heads[5][4]
    word = one.ov[0][0]
    drawn = draw("life", found_word=word.upper(), layer=6, head=5)
    shown = ~drawn.hidden("finder").reshape(6, 6)
    assert shown[5, 4] and shown.sum() == sum(LIVES.heads[at][of].meets(word) for at, of in HEADS)
    first = LIVES.measured("effect")[shown].max()
    assert f"{first:.3f}" in drawn.says("finder"), "of the first of those that are shown"
    none = draw("life", found_word="zyzzyva")
    assert none.hidden("finder").all() and "No head has to do with “zyzzyva”" in none.says("finder")


def test_a_click_types_the_sentence_and_keeps_the_head() -> None:
    one = LIVES.heads[2][0]
    drawn = draw("life", layer=3, head=1)
    chosen = drawn.chosen("looks", [0, 1])
    second = life.whole_first(MODEL, one.best)[1]
    assert chosen == {"text": second.text, "token": second.query, "layer": 3, "head": 1}
    typed = draw("life", **chosen)
    shares = [chip["share"] for chip in typed.payload("own")["tokens"]][: second.query + 1]
    np.testing.assert_allclose(shares, np.array(second.weights) / 100, atol=0.0051)


@in_turn("at", HEADS)
def test_sentences_whose_words_are_whole_come_first(at: tuple[int, int]) -> None:
    best = LIVES.heads[at[0]][at[1]].best
    ordered = life.whole_first(MODEL, best)
    assert {*ordered} == {*best}
    parts = []
    for look in ordered:
        found = words_of(look.text, MODEL.tokenizer.encode(look.text))
        parts.append(sum(len(word.tokens) > 1 for word in found if {look.query, look.key} & {*word.tokens}))
    assert parts == sorted(parts)


@in_turn("at", HEADS)
def test_what_is_said_of_a_head_is_what_was_counted(at: tuple[int, int]) -> None:
    one = LIVES.heads[at[0]][at[1]]
    for_and_against, rest = draw("life", layer=at[0] + 1, head=at[1] + 1).notes
    total = sum(one.sharpest.values())
    assert f"Among its {total:,} largest weights" in for_and_against
    first_two = sorted(one.sharpest, key=lambda kind: -one.sharpest[kind])[:2]
    for kind, words in life._KINDS.items():
        said = f"{100 * one.sharpest[kind] / total:.0f}% go {words}"
        assert (said in for_and_against) == (kind in first_two and one.sharpest[kind] / total >= 0.1)
    role = MODEL.roles.of(*at)
    if role is None:
        assert "name" not in for_and_against
    else:
        right = one.right["previous_token" if role == "modifier" else role]
        assert HEAD_ROLES[role].attends in for_and_against
        these, every = 100 * right.sharpest / right.sharpest_of, 100 * right.times / right.of
        counted = f": {these:.0f}% of {right.sharpest_of:,} of these do, and {every:.0f}% of all {right.of:,}."
        assert counted in for_and_against
        assert right.sharpest >= 0.5 * right.sharpest_of
    assert ("It copies" in rest) == (one.copies >= 0.4)
    effect, error = one.effect
    assert f"the loss {'rises' if effect >= 0 else 'falls'} by {abs(effect):.4f} ± {error:.4f} nats per token" in rest
    assert all(f"“{token}” ({100 * share:.0f}%)" in rest for token, share in one.looked_at)


def test_where_nothing_was_measured_a_sentence_says_so(monkeypatch) -> None:
    monkeypatch.setattr(life, "lives", lambda name: None)
    with pytest.raises(reader.CannotShow, match="is not there"):
        find("life").board(State.of(find("life")))


def test_a_model_whose_heads_nobody_read_is_not_shown() -> None:
    assert find("life").lacking("MiniLM") == "lives" and find("life").lacking("SmolLM2") is None


def looks() -> list[tuple[tuple[int, int], HeadExample, int]]:
    """Of every head one look of each group, with the decile that it is of."""
    groups = [(at, [LIVES.heads[at[0]][at[1]].best, *LIVES.heads[at[0]][at[1]].deciles]) for at in HEADS]
    return [(at, group[0], max(0, number - 1)) for at, every in groups for number, group in enumerate(every)]


def test_every_look_is_what_the_model_does_when_its_sentence_is_typed() -> None:
    for (layer, head), look, decile in looks()[::5]:
        trace = MODEL.trace(reader.as_read(look.text))
        row = trace.layers[layer].pattern[head, look.query]
        assert row.argmax() == look.key
        np.testing.assert_allclose(np.array(look.weights) / 100, row[: look.query + 1], atol=0.0051)
        edges = LIVES.heads[layer][head].edges
        assert edges[decile + 1] - 1e-3 <= row.max() <= edges[decile] + 1e-3
