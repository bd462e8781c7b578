"""Weights that come without a model are drawn with the words that are given, as those of a trace are, or refused."""

import numpy as np
import pytest
import torch

import headlight as hl


@pytest.fixture(scope="module")
def run() -> hl.Run:
    return hl.open("story").run("The king and the")


def test_weights_are_drawn_as_the_trace_they_are_of(run: hl.Run) -> None:
    patterns, words = run.patterns, run.words
    given = (
        patterns,
        patterns.tolist(),
        torch.tensor(patterns, requires_grad=True),
        tuple(torch.tensor(layer)[None] for layer in patterns),  # as transformers has them
    )
    of_trace = hl.show(run.trace, 2, 1)
    assert of_trace.head == hl.show(run.trace, layer=2, head=1).head == (2, 1)
    for weights in given:
        for shown in (hl.show(weights, words, 2, 1), hl.show(weights, words=words, layer=2, head=1)):
            assert shown.head == (2, 1) and shown.keys == of_trace.keys
            for key in of_trace.keys:
                assert shown.table(key).titles == of_trace.table(key).titles
                np.testing.assert_allclose(shown.numbers(key), of_trace.numbers(key))
    assert hl.show(patterns[2].astype(np.float16), words, head=1).numbers("pattern").shape == (4, 4)
    of_tokens = hl.show(patterns[2, 1], run.trace.tokens)
    np.testing.assert_array_equal(of_tokens.numbers("pattern"), patterns[2, 1])
    assert of_tokens.table("pattern").titles[1:] == [token.text for token in run.trace.tokens]


def test_other_words_that_are_attended_to_are_across() -> None:
    shown = hl.show([[0.5, 0.25, 0.25]], ["x"], keys=["a", "b", "c"], model="mine")
    assert shown.keys == ["heads", "pattern", "ribbons"] and shown.numbers("pattern").tolist() == [[0.5, 0.25, 0.25]]
    assert shown.table("pattern").titles == ["query \\ key", "a", "b", "c"]
    assert ">x<" not in hl.show([[1.0]], ["<b>x</b>"]).page


@pytest.mark.parametrize(
    ("change", "words", "sentence"),
    [
        (lambda weights: weights, ["a", "b"], "have 4 queries, .* and there are 2 words"),
        (lambda weights: weights[..., :2], None, "have 2 keys, .* and there are 4 words"),
        (lambda weights: weights.swapaxes(-1, -2), None, "of query 0 in layer 0, head 0 sum to .*keys"),
        (lambda weights: weights * 0.98, None, "sum to 0.98"),
        (lambda weights: weights - 1, None, "one here is -1: hand over what the softmax gives"),
        (lambda weights: weights * np.nan, None, "one here is nan"),
        (lambda weights: weights[0, 0, 0], None, r"got \[4\]"),
        (lambda weights: weights[:, :, :0], None, r"got \[6, 6, 0, 4\]"),
        (lambda weights: [weights[0], weights[1, :2]], None, "as many heads; this list is neither"),
        (lambda weights: weights, "king", "a list with one for each token"),
        (lambda weights: "weights", None, "this str is neither"),
    ],
)
def test_what_are_no_weights_of_these_words_is_refused(change, words, sentence: str, run: hl.Run) -> None:
    with pytest.raises(ValueError, match=sentence):
        hl.show(change(run.patterns), words or run.words)


def test_what_weights_do_not_have_is_refused(run: hl.Run) -> None:
    for call, sentence in (
        (lambda: hl.show(run), r"A run is drawn by run.show\(\)"),
        (lambda: hl.show(run.patterns), "a list with one for each token"),
        (lambda: hl.show(run.trace, run.words), "two numbers from 0"),
        (lambda: hl.show(run.trace, words=run.words), "A trace has its own words"),
        (lambda: hl.show(run.patterns, run.words, 1, 2, 3), "two numbers from 0"),
        (lambda: hl.show(run.patterns, run.words, 6), "no head 0 in layer 6"),
        (lambda: hl.show(run.patterns, run.words, vectors=True), "leave vectors out"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
