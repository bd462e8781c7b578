"""The stages of one head between its queries and keys and its pattern, each as a matrix of the same tokens."""

import math

from components.board import Listener
from components.matrix import Says, matrix
from transformer import Trace
from ui import orientation, words

NOUNS = {"scores": "score", "scaled": "scaled score", "masked": "masked score", "pattern": "weight"}


def says(trace: Trace, stage: str) -> str:
    """How a stage comes from the one before it, with this model's numbers."""
    d_head = trace.config.d_head
    factor = trace.intervention.factor(d_head)
    usual = math.isclose(factor, d_head**-0.5)
    return {
        "scores": "each query · each key",
        "scaled": f"scores / √{d_head}" if usual else f"scores × {factor:.4g}",
        "masked": "−∞ where a token may not look",
        "pattern": f"softmax of each {orientation.line()} of masked",
    }[stage]


def picture(
    trace: Trace,
    layer: int,
    head: int,
    stage: str,
    *,
    says: Says = (),
    selected: tuple[int, int] | None = None,
    on_cell: Listener | None = None,
) -> None:
    """Draw a stage, whose name is also the key of the picture; `on_cell` is called with a chosen [query, key]."""
    stages = trace.layers[layer]
    matrix(
        getattr(stages, stage)[head],
        rows=trace.words,
        columns=trace.words,
        noun=NOUNS[stage],
        alt=f"{stage.capitalize()} of layer {layer + 1}, head {head + 1}: {orientation.looking()}.",
        key=stage,
        scale="sequential" if stage == "pattern" else "scores",
        factor=trace.intervention.factor(trace.config.d_head) if stage == "scores" else 1.0,
        hidden=words.hidden(stages, head) if stage == "pattern" else None,
        says=says,
        selected=selected,
        on_cell=on_cell,
        transposed=orientation.transposed(),
    )
