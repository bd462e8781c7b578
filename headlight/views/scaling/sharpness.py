"""One head with and without the square root under its scores: two patterns, and how undecided their rows are."""

import dataclasses
import math

import numpy as np

from headlight.frame import orientation, words
from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from transformer import Plan, Trace
from transformer.softmax import entropy, softmax


def pattern_with(trace: Trace, layer: int, head: int, *, scaled: bool) -> np.ndarray:
    """softmax of the head's own scores [query, key], masked, with the root under them or without.

    The other of the two than the model computed starts from the same scores, so it is what this head alone would do.
    """
    stages, change = trace.layers[layer], trace.intervention
    if scaled == change.scaled:
        return stages.pattern[head]
    factor, cap = trace.plan.scaling(dataclasses.replace(change, scaled=scaled)), trace.plan.softcap
    multiplied = stages.scores[head].astype(np.float64) * factor
    pressed = multiplied if cap is None else cap * np.tanh(multiplied / cap)
    return softmax(np.where(np.isneginf(stages.masked[head]), -np.inf, pressed))


def pattern(screen: Board, trace: Trace, layer: int, head: int, *, scaled: bool) -> None:
    """The head's pattern with the root or without, under what was multiplied to make it."""
    change = trace.intervention
    multiplied = f" × {change.multiplier:g}" if change.multiplier != 1 else ""
    warmth = f" / T, T = {change.temperature:g}" if change.temperature != 1 else ""
    by_root = _by_root(trace.plan) if scaled else ""
    screen.heading(
        "Divided by the root" if scaled else "Not divided",
        (f"Layer {layer + 1}, head {head + 1}" if scaled == change.scaled else "For comparison")
        + f": softmax of scores{multiplied}{by_root}{warmth}.",
    )
    name = "scaled" if scaled else "not scaled"
    hidden = words.hidden(trace.layers[layer], head)
    key = "pattern_scaled" if scaled else "pattern_unscaled"
    _pattern(pattern_with(trace, layer, head, scaled=scaled), hidden, trace, name, key)


def _by_root(plan: Plan) -> str:
    """What scores are divided by; a few models have another number in its place."""
    root = math.sqrt(plan.d_head)
    return f" / √{plan.d_head} (= {root:.3f})" if math.isclose(plan.factor * root, 1) else f" × {plan.factor:.4g}"


def _pattern(values: np.ndarray, hidden: np.ndarray, trace: Trace, name: str, key: str) -> None:
    matrix(
        values,
        rows=trace.words,
        columns=trace.words,
        noun="weight",
        hidden=hidden,
        alt=f"The pattern of this head, {name}: {orientation.looking()}.",
        key=key,
        transposed=orientation.transposed(),
    )


def entropies(trace: Trace, layer: int, head: int) -> None:
    """The entropy of each row of both patterns, in nats, darkest for the most undecided that the text allows."""
    pair = [pattern_with(trace, layer, head, scaled=scaled) for scaled in (True, False)]
    matrix(
        np.stack([entropy(pattern) for pattern in pair]),
        rows=("divided", "not divided"),
        columns=trace.words,
        noun="entropy in nats",
        alt="Entropy of each token's weights, with the root in the first row and without it in the second.",
        key="entropies",
        extent=math.log(len(trace.tokens)) or 1.0,
    )
