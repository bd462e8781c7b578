"""The residual stream: what each layer adds to a token's vector, and what the model would say after each."""

import math
from collections.abc import Sequence

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import State, decimal, view
from headlight.pictures import Cell, Labels, Screen, Style
from transformer import Trace
from transformer.ranking import largest, peak
from transformer.readings.feed_forward import added_to
from transformer.readings.lens import has_direct_path, logit_lens
from transformer.readings.residual import fed_forward, stream
from transformer.softmax import softmax

_ROWS = 24  # of sublayers that one screen has room for
_SAID = 3  # words that each floor would say
_FLOORS = 6  # layers of which each has a row on one screen
_GIANT = 5  # times as long as all others
LAYER = dials.layer(place="deeper")


@view(box=dials.sentence(), dials=[LAYER, dials.TOKEN], needs=("a stream",))
def block(state: State, screen: Screen) -> None:
    """Floor by floor, what attention and FFN add to one token and what the model would say; else its lengths."""
    trace = state.trace()
    position = dials.token(state, trace)
    tokens.chips(screen, state, trace, strong=(position,), on_place=dials.choose_token)
    if has_direct_path(trace.plan):
        _floors(screen, state, trace, position)
    else:
        _one(screen, state, trace, position)


@block.more
def more(state: State, screen: Screen) -> None:
    """How long the stream is, of the chosen token and of all."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    measured, names = stream(trace), steps(trace.config.n_layers)
    one_token, all_tokens = screen.columns(50, 50)
    if has_direct_path(trace.plan):
        with one_token:
            _one(screen, state, trace, position)
    with all_tokens:
        unit, ends = "sublayer" if len(names) <= _ROWS else "layer", colour_ends(measured.lengths)
        screen.heading("The stream of every token", f"Its length as it enters (in) and after each {unit}.")
        if unit == "layer":
            after = ["in", *(str(number) for number in range(1, trace.config.n_layers + 1))]
            _matrix(screen, "lengths", measured.lengths[::2], after, trace, (layer + 1, position), ends)
        else:
            _matrix(screen, "lengths", measured.lengths, ["in", *names], trace, (2 * layer + 2, position))
        if ends < measured.lengths.max():
            screen.note(giant(measured.lengths, trace.words))


def _floors(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """A row for each layer: what each sublayer adds to the answer, and what the stream would say after both."""
    model, n_layers = state.model, trace.config.n_layers
    chances = softmax(logit_lens(model.transformer, trace, position))
    stride = math.ceil(n_layers / _FLOORS)
    listed = sorted(range(n_layers - 1, -1, -stride))  # the last layer is the answer itself
    vectors = [(trace.layers[layer].attended[position], fed_forward(trace, layer)[position]) for layer in listed]
    answer = int(chances[-1].argmax())
    added = added_to(model.transformer, trace, position, np.array(vectors), answer)
    furthest = max(float(np.abs(added).max()), 1e-9)

    def on_answer(amount: float) -> Cell:
        return Cell(decimal(amount, "+.1f"), "", amount / furthest, number=amount)

    def said_after(layer: int) -> list[Cell]:
        ids = largest(chances[layer + 1], _SAID)
        shares = chances[layer + 1, ids].tolist()
        return [
            Cell(vocabulary.shown(model, int(id)), f"{share:.2f}" if share >= 0.005 else "", share, bool(id == answer))
            for id, share in zip(ids, shares, strict=True)
        ]

    word = vocabulary.shown(model, answer)
    screen.heading(
        f"How “{trace.words[position]}” comes to say “{word}”",
        f"Every layer adds to its vector twice. Where does “{word}” come in?"
        + (f" Of {n_layers} layers one in {stride}." if stride > 1 else ""),
    )
    screen.word_grid(
        [[*map(on_answer, amounts), *said_after(layer)] for layer, amounts in zip(listed, added.tolist(), strict=True)],
        names=[f"layer {layer + 1}" for layer in listed],
        columns=[
            f"attention raises “{word}” by",
            f"FFN raises “{word}” by",
            "it would now say",
            "second",
            "third",
        ],
        quantities=["signed", "signed", *["probability"] * _SAID],
        alt="What attention and FFN of each layer add to the logit of the answer, and the words that the stream would "
        "say after the layer.",
        key="floors",
    )


def _one(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """The length of one token's stream through the layers, and of what each sublayer adds to it."""
    measured = stream(trace)
    added = np.concatenate([[np.nan], measured.added[:, position]])
    odd = np.arange(len(added)) % 2 == 1
    screen.heading(
        f"How long the vector of “{trace.words[position]}” is", "Dots: the length of each addition. Which add most?"
    )
    screen.curves(
        {
            "stream": measured.lengths[:, position],
            "added by attention": np.where(odd, added, np.nan),
            "added by FFN": np.where(odd, np.nan, added),
        },
        over=np.arange(len(added)) / 2,
        axes=("layer (half steps: after attention)", "length of the vector"),
        points=("added by attention", "added by FFN"),
        at=state[LAYER] + 1.0,
        y_range=(0.0, float(max(measured.lengths[:, position].max(), measured.added[:, position].max()))),
        height=360,
        alt="Length of the chosen token's residual stream after each sublayer, and of what each added.",
        key="stream_curves",
    )


@block.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw what each sublayer adds: its length, its direction, and what the chosen layer makes of one vector."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    measured, names = stream(trace), steps(trace.config.n_layers)
    rows = near(2 * layer, len(names))
    chosen, some = (2 * layer + 1 - rows.start, position), ""
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
        "In which direction",
        "Cosine with the stream. Near 1: reinforces it. Near 0: adds something new. Below 0: partly cancels it.",
    ):
        _matrix(screen, "cosines", measured.cosines[rows], names[rows], trace, chosen)
    screen.heading(
        f"What layer {layer + 1} does to this token’s vector x",
        "With its lengths. Adding a vector at a right angle (cosine 0) changes the direction more than the length.",
    )
    whole, *sublayers = screen.columns(34, 33, 33, least=(340, 270, 270))
    with whole:
        plan = trace.plan
        norm, stand = "LN" if plan.norm == "layer" else "RMSNorm", (plan.norms_before, plan.norms_added)
        formula = block_formulas.block(norm, before=stand[0], added=stand[1], parallel=plan.parallel)
        screen.formula(formula, key="block_formula")
    for column, name, step_of_layer in zip(sublayers, ("attended", "FFN"), (2 * layer, 2 * layer + 1), strict=True):
        with column:
            lengths = (
                float(values[step_of_layer, position])
                for values in (measured.lengths, measured.added, measured.cosines)
            )
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
    step, position = peak(lengths)
    where_long = f"in layer {(step + 1) // 2}" if step else "as it enters"
    return (
        f"“{words[position]}” at position {position} is {lengths[step, position]:,.0f} long {where_long}, the others "
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
        Labels(rows=rows, columns=trace.words, noun="cosine" if signed else "length"),
        style=Style(
            scale="diverging" if signed else "sequential",
            extent=1.0 if signed else extent or float(values.max()),
            decimals=2 if signed else 1,
        ),
        selected=selected,
        alt=f"{name.capitalize()} of the residual stream: a row for each sublayer, a column for each token.",
        key=f"stream_{name}",
    )
