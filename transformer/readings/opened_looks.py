"""Expand what a head took from a token, straight to the logit of a next word: a weight times what the value brings."""

import numpy as np

from transformer.model import Decoder
from transformer.readings.contributions import output_rows
from transformer.readings.layer_norm import layer_norm, weights
from transformer.readings.terms import Opened, Place, dot, less
from transformer.trace import Trace


def look(transformer: Decoder, trace: Trace, layer: int, head: int, key: int, token: int) -> Opened:
    """A share of the logit: the weight of the last token's look, times what its value brings (Elhage et al. 2021)."""
    brings = brought(transformer, trace, layer, head, key, token)
    weight = Place("pattern", (layer, head, trace.last, key)) if trace.layers[layer].may_look[trace.last, key] else None
    return dot(
        ("weight", "what its value brings"),
        trace.layers[layer].pattern[head, trace.last, key][None],
        np.array([brings.value]),
        lambda _: (weight, Place("brought", (layer, head, key, token))),
        f"stages.blocks[{layer}].attention.pattern[{head}, {trace.last}, {key}] * ({brings.code})",
        names=(trace.words[key],),
    )


def look_difference(
    transformer: Decoder, trace: Trace, layer: int, head: int, key: int, token: int, other: int
) -> Opened:
    """A share of the difference of two logits: the share of the one less that of the other."""
    doors = (Place("look", (layer, head, key, token)), Place("look", (layer, head, key, other)))
    one, taken = (look(transformer, trace, *door.at) for door in doors)
    return less("share", one, taken, doors)


def brought(transformer: Decoder, trace: Trace, layer: int, head: int, key: int, token: int) -> Opened:
    """A value through W_O, the last norm with its deviation held, and W_U."""
    size, top = trace.config.d_head, len(trace.layers) - 1
    gamma, beta, epsilon = weights(transformer.final_norm)
    deviation = layer_norm(trace.layers[-1].residual_out[trace.last], gamma, beta, epsilon).deviation
    rows = output_rows(transformer, layer)[head].astype(np.float64)
    rows = rows if beta is None else rows - rows.mean(-1, keepdims=True)
    gain = gamma.astype(np.float64) / deviation * trace.plan.final_scale
    stream = f"stages.blocks[{top}].residual_out[{trace.last}].double()"
    spread = f"{stream}.pow(2).mean()" if beta is None else f"{stream}.var(correction=0)"
    weights_of_head = (
        f"transformer.blocks[{layer}].attention.output.weight[:, {head * size}:{(head + 1) * size}].double()"
    )
    centred = weights_of_head if beta is None else f"({weights_of_head} - {weights_of_head}.mean(0))"
    through = (
        f"transformer.unembedding.weight[{token}].double() * transformer.final_norm.weight * {trace.plan.final_scale}"
    )
    return dot(
        ("value", "W_O · gain · W_U"),
        trace.layers[layer].values[head, key],
        (rows * gain) @ trace.unembedding[token].astype(np.float64),
        lambda j: (Place("value", (layer, head, key, j)), None),
        f"({through}) / ({spread} + {epsilon}).sqrt() @ {centred} @ "
        f"stages.blocks[{layer}].attention.values[{head}, {key}].double()",
    )
