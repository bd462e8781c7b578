"""The residual stream: how long each token's vector is, what each layer writes on top, and in which direction."""

from collections.abc import Sequence

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.parts import dials, tokens
from headlight.parts.nouns import State, view
from headlight.pictures import Screen
from transformer import Trace
from transformer.ranking import peak
from transformer.readings.residual import stream

_ROWS = 24  # of sublayers that one screen has room for
_GIANT = 5  # times as long as all others


@view(box=dials.sentence(), dials=[dials.LAYER, dials.TOKEN], needs=("a stream",))
def block(state: State, screen: Screen) -> None:
    """Lengths along the stream, for one token as curves and for all tokens as a matrix."""
    trace, layer = state.trace(), state[dials.LAYER]
    place = dials.token(state, trace)
    tokens.chips(screen, state, trace, strong=(place,), on_place=dials.choose_token)
    measured, names = stream(trace), steps(trace.config.n_layers)
    added = np.concatenate([[np.nan], measured.added[:, place]])
    odd = np.arange(len(added)) % 2 == 1
    one, all_tokens = screen.columns(50, 50)
    with one.headed(
        f"The stream of the token at position {place}",
        "The line is how long its vector is; a dot is what one sublayer adds. See which add most.",
    ):
        screen.curves(
            {
                "stream": measured.lengths[:, place],
                "added by attention": np.where(odd, added, np.nan),
                "added by FFN": np.where(odd, np.nan, added),
            },
            over=np.arange(len(names) + 1) / 2,
            axes=("layer (half steps: after attention)", "length of the vector"),
            points=("added by attention", "added by FFN"),
            at=layer + 1.0,
            y_range=(0.0, float(max(measured.lengths[:, place].max(), measured.added[:, place].max()))),
            height=360,
            alt="Length of the chosen token's residual stream after each sublayer, and of what each added.",
            key="stream_curves",
            quantity="length",
        )
    with all_tokens:
        every, ends = "sublayer" if len(names) <= _ROWS else "layer", colour_ends(measured.lengths)
        screen.heading("The stream of every token", f"Its length as it enters (in) and after each {every}.")
        if every == "layer":
            after = ["in", *(str(number) for number in range(1, trace.config.n_layers + 1))]
            _matrix(screen, "lengths", measured.lengths[::2], after, trace, (layer + 1, place), ends)
        else:
            _matrix(screen, "lengths", measured.lengths, ["in", *names], trace, (2 * layer + 2, place))
        if ends < measured.lengths.max():
            screen.note(giant(measured.lengths, trace.words))


@block.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """What each sublayer adds: how long it is, in which direction, and what the chosen layer makes of one vector."""
    trace, layer = state.trace(), state[dials.LAYER]
    place = dials.token(state, trace)
    measured, names = stream(trace), steps(trace.config.n_layers)
    rows = near(2 * layer, len(names))
    chosen, some = (2 * layer + 1 - rows.start, place), ""
    if rows.stop - rows.start < len(names):
        some = f" Layers {rows.start // 2 + 1} to {rows.stop // 2}: choose another to see others."
    much, direction = screen.columns(50, 50)
    with much.headed("How much each sublayer adds", f"The length of what it writes, for every token.{some}"):
        added = measured.added[rows]
        ends = colour_ends(added)
        _matrix(screen, "added", added, names[rows], trace, chosen, ends)
        if ends < added.max():
            step, token = peak(added)
            screen.note(
                f"What {names[rows][step]} adds to “{trace.words[token]}” is {added.max():,.0f} long, what others get "
                f"{ends:,.0f} at most: there the colours end."
            )
    with direction.headed(
        "In which direction", "Cosine with the stream: 1 makes it longer, 0 turns it aside, below 0 takes away from it."
    ):
        _matrix(screen, "cosines", measured.cosines[rows], names[rows], trace, chosen)
    screen.heading(
        f"What layer {layer + 1} does to this token’s vector x",
        "With its lengths. Adding a vector at a right angle (cosine 0) changes the direction more than the length.",
    )
    whole, *sublayers = screen.columns(34, 33, 33, least=(340, 270, 270))
    with whole:
        plan = trace.plan
        norm, around = "LN" if plan.norm == "layer" else "RMSNorm", plan.norm_position == "around"
        screen.formula(block_formulas.block(norm, around=around, parallel=plan.parallel), key="block_formula")
    for column, name, at in zip(sublayers, ("attended", "FFN"), (2 * layer, 2 * layer + 1), strict=True):
        with column:
            lengths = (float(of[at, place]) for of in (measured.lengths, measured.added, measured.cosines))
            screen.formula(block_formulas.length_of_sum(name, *lengths), key=f"length_{name}")


def steps(n_layers: int) -> list[str]:
    """The sublayers in the order in which they write, layers from 1."""
    return [f"{layer} {name}" for layer in range(1, n_layers + 1) for name in ("attention", "FFN")]


def near(step: int, n_steps: int) -> slice:
    """As many sublayers as there is room for, whole layers, with this one in their middle where it can be."""
    first = max(0, min(step - _ROWS // 2, n_steps - _ROWS))
    return slice(first, min(first + _ROWS, n_steps))


def colour_ends(lengths: np.ndarray) -> float:
    """The length that has the deepest colour: the largest, unless one token's is far beyond those of all others."""
    longest = np.sort(lengths.max(axis=0))[::-1]
    return float(longest[1] if len(longest) > 1 and longest[0] > _GIANT * longest[1] else longest[0])


def giant(lengths: np.ndarray, words: Sequence[str]) -> str:
    """Which token's vector is so long that the colours end before it; lengths are [state, pos], two states a layer."""
    step, place = peak(lengths)
    where = f"in layer {(step + 1) // 2}" if step else "as it enters"
    return (
        f"“{words[place]}” at position {place} is {lengths[step, place]:,.0f} long {where}, the others "
        f"{colour_ends(lengths):,.0f} at most: there the colours end."
    )


def _matrix(
    screen: Screen,
    name: str,
    values: np.ndarray,
    rows: list[str],
    trace: Trace,
    selected: tuple[int, int],
    extent: float | None = None,
) -> None:
    signed = name == "cosines"
    screen.matrix(
        values,
        rows=rows,
        columns=trace.words,
        noun="cosine" if signed else "length",
        scale="diverging" if signed else "sequential",
        extent=1.0 if signed else extent or float(values.max()),
        decimals=2 if signed else 1,
        selected=selected,
        alt=f"{name.capitalize()} of the residual stream: a row for each sublayer, a column for each token.",
        key=f"stream_{name}",
    )
