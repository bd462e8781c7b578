"""What the lessons of the block, the heads and the next word say of the bundled model is so."""

import numpy as np
import pytest

from tests.statements import HELD_OUT, OTHER_TEXTS, held_out_losses, losses_of, mean_and_error, measured
from transformer import Intervention, Trace, edits, load
from transformer.readings.lens import logit_lens, ranks
from transformer.readings.residual import fed_forward, likeness
from transformer.similarity import unit

MODEL = load("story")
SUBLAYERS = frozenset((layer, name) for layer in range(6) for name in ("attention", "ffn"))


@pytest.fixture(scope="module")
def unread() -> list[Trace]:
    return [MODEL.trace(text) for text in HELD_OUT[::6]]


def test_the_first_ffn_mostly_takes_away(unread: list[Trace]) -> None:
    for trace in unread:
        cosines = unit(fed_forward(trace, 0)) * unit(trace.layers[0].residual_mid)
        assert np.median(cosines.sum(-1)) < -0.2


def test_without_residual_connections_all_tokens_point_the_same_way(unread: list[Trace]) -> None:
    change = Intervention(residual_off=SUBLAYERS)
    for before in unread:
        after = MODEL.trace(before.text, change)
        assert likeness(after)[-1] > 0.9 > 0.65 > likeness(before)[-1]
    assert (held_out_losses(MODEL, change) > held_out_losses(MODEL) + 1).all()


@pytest.mark.parametrize("text", ["The hiking trail led us through bear country", "Once upon a time there was a bear"])
def test_what_the_layers_have_written_holds_the_answer_before_the_last_one(text: str) -> None:
    trace = MODEL.trace(text)
    rank = ranks(logit_lens(MODEL.transformer, trace, -1, without_itself=True), int(trace.next_logits.argmax()))
    assert rank[0] > 100 and rank[-2] < 20


@pytest.mark.study
def test_what_averaging_one_layer_and_all_layers_costs_in_sentences_not_read_and_in_the_examples() -> None:
    said, before = measured("heads"), held_out_losses(MODEL)
    each = [held_out_losses(MODEL, Intervention(edits=(edits.average(layer),))) - before for layer in range(6)]
    assert f"Over {len(before)} sentences that it has not read" in said
    assert f"raises the loss by {mean_and_error(each[2], 3)} nats per token" in said
    assert f"from {before.mean():.2f}, and no other layer costs half as much" in said
    means = [cost.mean() for cost in each]
    assert sorted(means)[-2] < means[2] / 2
    every = held_out_losses(MODEL, Intervention(edits=tuple(map(edits.average, range(6))))) - before
    assert f"Averaging all six costs {mean_and_error(every, 2)}" in said
    assert f"has on average {np.exp(-every.mean()):.2f} times the probability" in said

    heads = [(layer, head) for layer in range(6) for head in range(6)]
    evenly = Intervention(edits=tuple(map(edits.evenly, heads)))
    spread = "rises by {here} nats per token in those 283 sentences and by {easy} in the easy ones"
    off = "switched off, by {here} and by {easy}"
    for change, told in ((evenly, spread), (Intervention(silenced=frozenset(heads)), off)):
        costs_here = held_out_losses(MODEL, change) - before
        costs_easy = losses_of(MODEL, "easy", change) - losses_of(MODEL, "easy")
        assert told.format(here=f"{costs_here.mean():.2f}", easy=f"{costs_easy.mean():.2f}") in said

    def elsewhere(text: str, *layers: int) -> np.ndarray:
        return losses_of(MODEL, text, Intervention(edits=tuple(map(edits.average, layers)))) - losses_of(MODEL, text)

    costs = {text: [elsewhere(text, layer) for layer in range(6)] for text in OTHER_TEXTS}
    order = {text: int(np.argmax([cost.mean() for cost in each])) for text, each in costs.items()}
    assert order == {"in registers": 2, "easy": 3}  # so the sentence says that the order is that of a text
    assert "Another text, another order" in said
    of_all = mean_and_error(elsewhere("easy", *range(6)), 2)
    easiest = f"layer 4 costs most, {mean_and_error(costs['easy'][3], 2)}, and all six {of_all}"
    assert f"in {len(OTHER_TEXTS['easy'])} easy sentences, not read either, {easiest}" in said
    assert abs(elsewhere("in registers", *range(6)).mean() - every.mean()) < 0.02
