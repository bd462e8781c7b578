"""What the lessons say of effects and shares in the bundled model, with the numbers that they give, is so."""

import numpy as np
import pytest

from tests.statements import lesson
from transformer import attribution, load
from transformer.readings.answer import logit, logit_of
from transformer.readings.attribution import unwired
from transformer.readings.effects import EXACT, cut, rank_correlation, run_again, taken_off, value_weighted
from transformer.softmax import softmax

GIRL = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def girl():
    """The model, what it computes for the sentence, its answer, and what cutting each cell really takes off it."""
    model = load("story")
    trace = model.trace(GIRL)
    bear = int(trace.next_logits.argmax())
    assert model.tokenizer.text_of(bear) == " bear"
    cells = [
        (layer, *at) for layer in range(6) for at in np.argwhere(trace.layers[layer].pattern > 0).tolist() if at[1]
    ]
    true = np.zeros(trace.patterns.shape)
    true[tuple(np.array(cells).T)] = taken_off(model, trace, run_again(model, trace, cells), bear)
    return model, trace, bear, true


def test_of_two_large_weights_only_one_is_a_reason(girl) -> None:
    model, trace, bear, true = girl
    said = lesson("all_heads")
    assert [trace.words[place] for place in (8, 7, 4, 1)] == ["the", "helped", "bear", "girl"]
    falls = [softmax(each.next_logits)[bear] for each in (trace, cut(model, trace, 5, 4, 8, 4))]
    assert f"*the* attends to *bear* with a weight of {trace.patterns[5, 4, 8, 4]:.2f}" in said
    assert f"*bear* falls from {falls[0]:.2f} to {falls[1]:.2f}" in said
    assert f"*helped* attends to *girl* with a weight of {trace.patterns[3, 4, 7, 1]:.2f} too" in said
    assert f"cutting that changes the logit by {abs(true[3, 4, 7, 1]):.2f}" in said
    assert f"So the {EXACT} cells where it could be most wrong" in said


def test_how_weights_and_lengths_follow_the_size_of_effects(girl) -> None:
    model, trace, _, true = girl
    free = np.tril(np.ones((9, 9), dtype=bool))
    free[0] = False
    kinds = {
        "weights": trace.patterns[:5],
        "lengths": [value_weighted(model.transformer, trace, at) for at in range(5)],
    }
    found = {
        name: [
            rank_correlation(layer[head][free], np.abs(true[at, head])[free])
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


def test_what_is_said_of_the_largest_direct_way_is_so(girl) -> None:
    model, trace, bear, _ = girl
    share = attribution(model, trace, bear).looks[5, 4, 4]
    falls = logit(model, trace, bear) - float(logit_of(model, trace, unwired(model, trace, [(5, 4, 4)]), bear))
    assert f"it is {falls:.3f} of {share:.3f}" in lesson("attributed")
