"""The stages of one head between its queries and keys and its pattern, each as a matrix of the same tokens."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from headlight.parts import dials, orientation, words
from headlight.pictures import Labels, OnChoose, Says, Screen, Style
from headlight.reading import sentences
from headlight.state import doors
from headlight.state.state import State
from transformer import Trace

NOUNS = {"scores": "score", "scaled": "scaled score", "masked": "masked score", "pattern": "weight"}


def says(state: State, trace: Trace, stage: str) -> str:
    """How a stage comes from the one before it, with this model's numbers."""
    d_head, factor, cap = trace.config.d_head, trace.factor, trace.plan.softcap
    scaled = f"scores / √{d_head}" if math.isclose(factor, d_head**-0.5) else f"scores × {factor:.4g}"
    return {
        "scores": "each query · each key",
        "scaled": scaled if cap is None else f"{cap:g} · tanh({scaled} / {cap:g})",
        "masked": "−∞ where a token may not attend" if trace.plan.causal else "all attend to all: the same as scaled",
        "pattern": f"softmax of each {orientation.line(state)} of masked",
    }[stage]


def square(
    screen: Screen,
    state: State,
    values: np.ndarray,
    tokens: Sequence[str],
    *,
    alt: str,
    key: str,
    noun: str = "weight",
    cell: tuple[int, int] | None = None,
    row: int | None = None,
    places: Sequence[int] = (),
    style: Style | None = None,
    on_cell: OnChoose | None = None,
    **more: Any,
) -> None:
    """Draw a matrix whose rows and columns are the same tokens; `alt` says what it is, and who looks is added to it.

    A score has the colours of scores. A `cell`, [query, key], is framed, and others can be chosen. Where a `row` is
    framed, the sentence over the board shows where the token of the row that is pointed at looks. What else a matrix
    can do is handed on.
    """
    if cell:
        more.setdefault("selected", cell)
        on_cell = on_cell or dials.choose_cell
    screen.matrix(
        values,
        Labels(tokens, tokens, noun, places or (() if row is None else range(len(tokens))), attends=True),
        alt=sentences.TURNED.format(alt=alt, looking=orientation.looking(state)),
        key=key,
        transposed=orientation.transposed(state),
        row=row,
        style=style or Style("scores" if noun == "score" else "sequential"),
        on_cell=on_cell,
        **more,
    )


def picture(
    screen: Screen,
    state: State,
    trace: Trace,
    layer: int,
    head: int,
    stage: str,
    *,
    alt: str = "",
    key: str = "",
    says: Says = (),
    **more: Any,
) -> None:
    """Draw a stage, whose name is also the key of the picture unless it is given another; see `square`.

    A listener of a cell hears of a chosen [query, key].
    """
    stages = trace.layers[layer]
    square(
        screen,
        state,
        getattr(stages, stage)[head],
        trace.words,
        shows=doors.shows(state, trace, doors.STAGES.get(stage, stage), layer, head),
        noun=NOUNS[stage],
        alt=alt or sentences.STAGE.format(stage=stage.capitalize(), layer=layer + 1, head=head + 1),
        key=key or stage,
        style=Style(
            "sequential" if stage == "pattern" else "scores",
            factor=trace.factor if stage == "scores" else 1.0,
            zeros=stage == "masked",  # where −∞ is the message
        ),
        hidden=words.hidden(stages, head) if stage == "pattern" else None,
        says=says,
        **more,
    )
