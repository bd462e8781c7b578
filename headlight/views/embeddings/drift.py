"""How the vectors of one word in several sentences part, layer by layer: cosines, curves and paths."""

from itertools import combinations

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.matrix import matrix
from headlight.pictures.plane import Colour, Group, plane
from headlight.views.embeddings.contexts import Context
from transformer.principal import shadow
from transformer.readings.occurrences import stages
from transformer.similarity import cosines, unit

_HEIGHT = 230  # of the curves, in pixels
_COLOURS: tuple[Colour, ...] = ("ink", "vocab", "soft")  # not those of the curves, which are of pairs


def pairs(having: list[Context]) -> list[tuple[Context, Context]]:
    """Each two of the sentences that have the word."""
    return list(combinations(having, 2))


def by_stage(one: Context, other: Context) -> np.ndarray:
    """The cosine of the word's two vectors at each stage."""
    return (unit(one.path) * unit(other.path)).sum(axis=-1)


def of_any_two(having: list[Context]) -> np.ndarray:
    """The mean cosine of two different places of the first sentence, at each stage: what is usual there."""
    trace = having[0].trace
    rows = [trace.embedded, trace.layers[0].residual_in, *(layer.residual_out for layer in trace.layers)]
    n_tokens = len(trace.tokens)
    if n_tokens < 2:
        return np.full(len(rows), np.nan)
    different = ~np.eye(n_tokens, dtype=bool)
    return np.array([cosines(row, row)[different].mean() for row in rows])


def show(screen: Board, having: list[Context]) -> None:
    """The cosines as curves, and the paths; nothing where only one sentence has the word."""
    if len(having) < 2:
        return
    values = cosines_by_stage(having)
    left, right = screen.columns(50, 50)
    with left:
        screen.heading(
            "How alike the vectors are, layer by layer",
            "Cosine of its vectors, for each pair of sentences; dashed: of any two words. "
            + "".join(piece for piece, _ in said(having, values)),
        )
        layers = np.arange(values.shape[1] - 1, dtype=np.float32)
        curves(
            {**dict(zip(names(having), values[:, 1:], strict=True)), "any two words": of_any_two(having)[1:]},
            over=layers,
            x_title="after layer (0: what the first one reads)",
            y_title="cosine",
            dashed=("any two words",),
            x_ticks=layers.tolist(),
            y_range=(min(0.0, float(values.min())), 1.0),
            height=_HEIGHT,
            alt="The cosines as curves over the layers, and the mean of any two words of the first sentence.",
            key="drift_curves",
        )
    with right:
        _show_paths(screen, having)


def names(having: list[Context]) -> list[str]:
    """What each pair is called."""
    return [f"{one.number} and {other.number}" for one, other in pairs(having)]


def cosines_by_stage(having: list[Context]) -> np.ndarray:
    """The cosines of each pair, [pair, stage]."""
    return np.stack([by_stage(one, other) for one, other in pairs(having)])


def show_numbers(screen: Board, having: list[Context]) -> None:
    """The same cosines as numbers, from the embedding on, and one of them worked out."""
    if len(having) < 2:
        return
    left, right = screen.columns(55, 45)
    with left:
        screen.heading(
            "The cosines in numbers",
            "As embedded it is 1 where it is the same token: one row of W_E. Positions and layers make the rest.",
        )
        matrix(
            cosines_by_stage(having),
            rows=names(having),
            columns=stages(len(having[0].trace.layers)),
            noun="cosine",
            scale="diverging",
            extent=1.0,
            alt="Cosine of the word's vectors for each pair of sentences, from the embedding to the last layer.",
            key="drift",
        )
    with right:
        screen.heading(
            f"The cosine of {names(having)[0]} after the last layer", "The dot product, divided by both lengths."
        )
        formula(vector_formulas.cosine(having[0].path[-1], having[1].path[-1]), key="cosine_formula")
        if apart := equally_apart(having):
            screen.note(apart)


def _show_paths(screen: Board, having: list[Context]) -> None:
    places, shares = paths_in_plane(having)
    screen.heading(
        "The way of each vector",
        "From the embedding to the arrowhead, one step for each layer. Look for the layer where the ways part.",
    )
    steps = stages(len(having[0].trace.layers))
    plane(
        [
            Group(
                points,
                [*("" for _ in steps[1:]), context.title],
                notes=steps,
                colour=_COLOURS[context.number - 1],
                size=5,
                path=True,
            )
            for points, context in zip(places, having, strict=True)
        ],
        alt="The word's vectors after each layer, projected to a plane and joined to a path for each sentence.",
        key="drift_paths",
        x_title=f"direction 1: {shares[0]:.0%} of their variance",
        y_title=f"direction 2: {shares[1]:.0%}",
        height=_HEIGHT + 24,  # the legend of the curves
    )


def paths_in_plane(having: list[Context]) -> tuple[list[np.ndarray], np.ndarray]:
    """The paths along the two directions in which all their points differ most (PCA), and the shares of variance."""
    seen = shadow(np.concatenate([context.path for context in having]), 2)
    return np.split(seen.places, len(having)), seen.shares


def said(having: list[Context], values: np.ndarray) -> list[tuple[str, bool]]:
    """Which two are furthest apart after the last layer."""
    place = int(values[:, -1].argmin())
    one, other = pairs(having)[place]
    return [
        ("After the last layer ", False),
        (one.quoted, True),
        (" and ", False),
        (other.quoted, True),
        (" are least alike: cosine ", False),
        (f"{values[place, -1]:.3f}", True),
        (f", from {values[place, 0]:.3f} as embedded.", False),
    ]


def equally_apart(having: list[Context]) -> str:
    """The three cosines of a word in three sentences before and after the layers, and which two are nearest."""
    if len(having) != 3:
        return ""
    both = pairs(having)
    values = np.stack([by_stage(one, other) for one, other in both])
    start, end = ([f"{value:.3f}" for value in values[:, stage]] for stage in (0, -1))
    one, other = both[int(values[:, -1].argmax())]
    apart = "Another token begins apart. " if values[:, 0].min() < 1 - 1e-6 else ""
    return (
        f"Are the three equally far apart? Cosines of 1 and 2, 1 and 3, 2 and 3: {start[0]}, {start[1]}, {start[2]} "
        f"as embedded; {end[0]}, {end[1]}, {end[2]} after the last layer. {apart}Nearest at the end: {one.quoted} and "
        f"{other.quoted}."
    )
