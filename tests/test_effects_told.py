"""What the lessons say of effects and shares in the bundled model, with the numbers that they give, is so."""

import numpy as np
import pytest

from tests.statements import lesson
from transformer import attribution, effects, load
from transformer.readings.answer import logit
from transformer.readings.effects import EXACT, cut, rank_correlation, value_weighted
from transformer.softmax import softmax

GIRL = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def girl():
    """The model, what it computes for the sentence, its answer, and the effects of all cells on it."""
    model = load("story")
    trace = model.trace(GIRL)
    bear = int(trace.next_logits.argmax())
    assert model.tokenizer.text_of(bear) == " bear"
    return model, trace, bear, effects(model, trace, bear)


def test_of_two_large_weights_only_one_is_a_reason(girl) -> None:
    model, trace, bear, worth = girl
    said = lesson("all_heads")
    assert trace.words[8] == "the" and trace.words[4] == "bear" and trace.words[3] == "into"
    falls = [softmax(each.next_logits)[bear] for each in (trace, cut(model, trace, 5, 4, 8, 4))]
    assert f"*the* looks at *bear* with a weight of {trace.patterns[5, 4, 8, 4]:.2f}" in said
    assert f"*bear* falls from {falls[0]:.2f} to {falls[1]:.2f}" in said
    assert f"with a weight of {trace.patterns[2, 5, 4, 3]:.2f}, and cutting that changes the logit by" in said
    assert f"changes the logit by {abs(worth[2, 5, 4, 3]):.2f}" in said
    assert f"so the {EXACT} cells that matter most" in said


def test_how_weights_and_lengths_follow_the_size_of_effects(girl) -> None:
    model, trace, _, worth = girl
    free = np.tril(np.ones((9, 9), dtype=bool))
    free[0] = False
    kinds = {
        "weights": trace.patterns[:5],
        "lengths": [value_weighted(model.transformer, trace, at) for at in range(5)],
    }
    found = {
        name: [
            rank_correlation(layer[head][free], np.abs(worth[at, head])[free])
            for at, layer in enumerate(layers)
            for head in range(6)
        ]
        for name, layers in kinds.items()
    }
    said = lesson("all_heads")
    assert f"runs from {min(found['weights']):.2f} to {max(found['weights']):.2f} in this sentence" in said
    assert f"gives {min(found['lengths']):.2f} to {max(found['lengths']):.2f}: hardly better" in said


def test_what_one_head_wrote_and_what_cutting_its_look_takes_off(girl) -> None:
    model, trace, bear, _ = girl
    said = lesson("attributed")
    share = attribution(model, trace, bear).looks[5, 4, 4]
    assert f"layer 6, head 5 took +{share:.3f} of “bear” from *bear*" in said
    falls = logit(model, trace, bear) - logit(model, cut(model, trace, 5, 4, 8, 4), bear)
    assert f"the logit falls by {falls:.3f}" in said
    assert "they correlate by 0.77" in said  # measured in tests/transformer/readings/test_attribution.py
