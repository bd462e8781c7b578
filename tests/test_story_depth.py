"""What the lessons of the block, the heads and the next word say of the bundled model is so."""

import numpy as np
import pytest

from tests.statements import TEXTS as EXAMPLES
from tests.statements import lesson
from transformer import Intervention, load
from transformer.readings.lens import logit_lens, ranks
from transformer.readings.loss import sentence_loss
from transformer.readings.residual import likeness, stream

MODEL = load("story")
SUBLAYERS = frozenset((layer, name) for layer in range(6) for name in ("attention", "ffn"))
TEXTS = pytest.mark.parametrize(
    "text",
    ["The hiking trail led us through bear country", "The cat sat on the mat.", "Once upon a time there was a bear"],
)


@TEXTS
def test_the_first_ffn_mostly_takes_away(text: str) -> None:
    cosines = stream(MODEL.trace(text)).cosines
    assert len(cosines) == 12
    assert np.median(cosines[1]) < -0.2


@TEXTS
def test_without_residual_connections_all_tokens_point_the_same_way(text: str) -> None:
    before, after = MODEL.trace(text), MODEL.trace(text, Intervention(residual_off=SUBLAYERS))
    assert likeness(after)[-1] > 0.9 > 0.6 > likeness(before)[-1]
    assert sentence_loss(after) > sentence_loss(before) + 2


@TEXTS
def test_the_stream_names_the_token_itself_until_layer_three_at_least(text: str) -> None:
    trace = MODEL.trace(text)
    for place, token in enumerate(trace.tokens):
        assert (logit_lens(MODEL.transformer, trace, place)[:4].argmax(axis=-1) == token.id).all()


@pytest.mark.parametrize("text", ["The hiking trail led us through bear country", "Once upon a time there was a bear"])
def test_what_the_layers_have_written_holds_the_answer_before_the_last_one(text: str) -> None:
    trace = MODEL.trace(text)
    rank = ranks(logit_lens(MODEL.transformer, trace, -1, without_itself=True), int(trace.next_logits.argmax()))
    assert rank[0] > 100 and rank[-2] < 20


def test_what_averaging_one_layer_and_all_layers_costs() -> None:
    traces = [MODEL.trace(text) for text in EXAMPLES]
    traces = [trace for trace in traces if len(trace.tokens) > 2]

    def cost(*layers: int) -> float:
        change = Intervention(averaged=frozenset(layers))
        return float(np.mean([sentence_loss(MODEL.trace(one.text, change)) - sentence_loss(one) for one in traces]))

    assert f"averaging layer 3 alone moves the loss by {cost(2):.2f} nats a token" in lesson("averaged_heads")
    assert f"averaging all six layers costs {cost(*range(6)):.2f}." in lesson("averaged_heads")
