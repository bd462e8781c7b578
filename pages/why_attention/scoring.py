"""Additive and dot product: two ways to score a query against a key, on the same queries and keys of a head."""

import math
from typing import NamedTuple

import numpy as np
from safetensors import safe_open

from headlight.formulas import attention
from headlight.formulas import by_hand as hand_formulas
from headlight.pages.why_attention.dense import sentences
from headlight.parts import dials, live_check, one_score, stages, tokens
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, Switch, cached, decimal, view
from headlight.pictures import Screen
from headlight.reading import assets, pauses, reader
from transformer import Trace
from transformer.experiments.additive import (
    FIT_STEPS,
    Additive,
    additive_cost,
    dot_product_cost,
    drawn,
    fitted,
    milliseconds,
    weight_moved,
)
from transformer.ranking import largest
from transformer.softmax import softmax

MEASURED = (16, 64, 256)  # tokens
_SHOWN = 10  # words with the largest weights
STORED = "additive_scorer.safetensors"  # fitted to the head that is open at first: training/additive_scorer.py
SEED = Dial(
    "number",
    Key("scoring_seed", Number(0, 9999), "W_s, W_h and v of the additive scorer, drawn at random"),
    "Seed",
    0,
    "deeper",
    width=145,
    help="W_s and W_h are drawn from N(0, 1/d_head), v from N(0, 1/width).",
)
WIDTH = Dial(
    "scale",
    Key("scoring_width", OneOf((8, 16, 32, 64, 128)), "rows of W_s and W_h"),
    "Rows of W_s and W_h",
    32,
    "deeper",
    width=175,
    help="How many units tanh(…) an additive score adds up. Wider scorers can come closer to a head.",
)
SCORER = Dial(
    "one_of",
    Key("scorer", OneOf(("random", "fitted")), "which additive scorer"),
    "Additive scorer",
    "fitted",
    "deeper",
    help=f"Random: it has learned nothing. Fitted: {FIT_STEPS} steps of training on {len(sentences())} sentences.",
)
TIMED = Dial(
    "toggle",
    Key("timed", Switch(), "both ways of scoring are timed on the server"),
    "Measure both on this server",
    False,
    "deeper",
    help="Medians of 15 runs on one core of this server.",
)


class Stored(NamedTuple):
    """A scorer that was fitted before, to which head, and its divergence from that head before and after, in nats."""

    scorer: Additive
    of: tuple[int, int, int, int]  # layer and head, from 0, seed and width
    divergences: tuple[float, float]


@cached
def stored() -> Stored:
    """Read the scorer that is open at first, so that no visitor waits for its training."""
    with safe_open(assets.FOLDER / STORED, "numpy") as file:
        parts = {name: file.get_tensor(name).astype(np.float64) for name in ("w_s", "w_h", "v")}
        metadata = file.metadata()
    layer, head, seed, width = (int(metadata[name]) for name in ("layer", "head", "seed", "width"))
    return Stored(Additive(**parts), (layer, head, seed, width), (float(metadata["before"]), float(metadata["after"])))


@cached(most=16)
def _fitted(layer: int, head: int, seed: int, width: int) -> tuple[Additive, float, float]:
    """A scorer that was trained to give a head's weights, and its divergence from them before and after, in nats."""
    if (fit := stored()).of == (layer, head, seed, width):
        return fit.scorer, *fit.divergences
    model = reader.bundled()
    with pauses.slot():
        traces = [model.trace(sentence) for sentence in sentences()]
        start = drawn(seed, model.config.d_head, width)
        return fitted(start, traces, layer, head, steps=FIT_STEPS, on_step=_step)


def _step(step: int) -> None:
    pauses.step(step / FIT_STEPS, "Fitting the additive scorer to this head")


def _scorer(state: State) -> Additive:
    if state[SCORER] == "fitted":
        return _fitted(*state[dials.HEAD], state[SEED], state[WIDTH])[0]
    return drawn(state[SEED], state.model.config.d_head, state[WIDTH])


def _about(state: State) -> str:
    """Which scorer is drawn, and what it has learned."""
    if state[SCORER] != "fitted":
        return "This scorer is random, so its weights mean nothing yet. Choose “fitted” to train it."
    _, before, after = _fitted(*state[dials.HEAD], state[SEED], state[WIDTH])
    return (
        f"The additive scorer was trained to give this head's weights, on {len(sentences())} sentences. The "
        f"Kullback-Leibler divergence between the two fell from {before:.3f} to {after:.3f} nats."
    )


def _cell(state: State, trace: Trace) -> tuple[int, int]:
    """The chosen cell; where none is, that of the word which attends most to another."""
    layer, head = state[dials.HEAD]
    pattern = trace.layers[layer].pattern[head]
    return dials.cell_of(pattern, state[dials.CELL], empty=int(np.tril(pattern, -1)[:, 1:].max(-1, initial=0).argmax()))


class _Both(NamedTuple):
    """Scores and weights of both ways, [query, key], for the queries and keys of a head."""

    additive: Additive
    added: np.ndarray
    added_weights: np.ndarray
    dotted: np.ndarray
    dotted_weights: np.ndarray
    hidden: np.ndarray  # where a query may not attend


def _both(state: State) -> _Both:
    trace, (layer, head), additive = state.trace(), state[dials.HEAD], _scorer(state)
    of_layer = trace.layers[layer]
    queries, keys, dotted = (
        stage[head].astype(np.float64) for stage in (of_layer.queries, of_layer.keys, of_layer.scaled)
    )
    added, hidden = additive.scores(queries, keys), np.isneginf(of_layer.masked[head])
    weights = softmax(np.where(hidden, -np.inf, added))
    return _Both(additive, added, weights, dotted, of_layer.pattern[head], hidden)


@view(
    box=dials.sentence(),
    dials=[dials.HEAD, dials.CELL, dials.ORIENTATION, SCORER, WIDTH, SEED, TIMED],
    alone="it is compared with networks of its size",
)
def scoring(state: State, screen: Screen) -> None:
    """Draw the weights that both ways of scoring give one word, side by side."""
    trace, (layer, _), scorers = state.trace(), state[dials.HEAD], _both(state)
    query, _ = _cell(state, trace)
    screen.heading(f"Where “{trace.words[query]}” attends", "Choose a word.")
    tokens.chips(screen, state, trace, strong=(query,), on_place=lambda position: {"query": position})
    ways = (
        (
            "additive",
            "Additive: vᵀ tanh(W_s s + W_h h)",
            "A small network scores query and key.",
            scorers.added_weights,
        ),
        (
            "dot",
            f"Dot product: s · h / √{trace.config.d_head}",
            "Query times key, number by number.",
            scorers.dotted_weights,
        ),
    )
    for name, title, hint, weights in screen.beside(ways, least=280):
        screen.heading(title, hint)
        seen = np.flatnonzero(~scorers.hidden[query])
        seen = seen[np.sort(largest(weights[query, seen], _SHOWN))]
        screen.bars(
            weights[query, seen],
            labels=[trace.words[key] for key in seen],
            alt=f"Attention weights of “{trace.words[query]}” by the {name} scorer.",
            key=f"{name}_row",
            quantity="attention",
        )
    moved = moved_text(weight_moved(scorers.added_weights, scorers.dotted_weights), len(trace.tokens))
    screen.note(f"{moved} {live_check.in_words(state, trace, layer)}")


@scoring.more
def more(state: State, screen: Screen) -> None:
    """The scores of both ways as matrices, with the range that each can have."""
    trace, scorers = state.trace(), _both(state)
    cell, bound = _cell(state, trace), scorers.additive.bound
    ways = (
        (
            "additive",
            scorers.added,
            f"Its scores run {_range(scorers.added)} and never leave ±{bound:.2f}, the sum of |v|: a tanh stays "
            "between −1 and 1.",
        ),
        (
            "dot",
            scorers.dotted,
            f"Its scores run {_range(scorers.dotted)}. Nothing bounds them: a query twice as long doubles them.",
        ),
    )
    for name, scores, limits in screen.beside(ways, least=280):
        screen.heading(f"Scores, {'additive' if name == 'additive' else 'dot product'}", limits)
        alt = f"Scores of the {name} scorer"
        stages.square(screen, state, scores, trace.words, noun="score", alt=alt, key=f"{name}_scores", cell=cell)
    screen.note(_about(state))


@scoring.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Both formulas for the chosen cell, and what both ways of scoring cost."""
    trace, (layer, head), additive = state.trace(), state[dials.HEAD], _scorer(state)
    query, key = _cell(state, trace)
    of_layer = trace.layers[layer]
    s, h = (part.astype(np.float64) for part in (of_layer.queries[head, query], of_layer.keys[head, key]))
    terms = additive.units(s[None], h[None])[0, 0] * additive.v
    products = s * h / math.sqrt(trace.config.d_head)
    left, right = screen.columns(1, 1)
    with left:
        one_score.added_up(
            screen,
            terms,
            {"W_s s": s @ additive.w_s.T, "W_h h": h @ additive.w_h.T, "v": additive.v},
            name="v × tanh(W_s s + W_h h)",
            dimension="unit of the scorer",
            alt=f"The {len(terms)} units of the chosen cell, whose sum is {terms.sum():.4f}.",
            key="additive_terms",
        )
    with right:
        one_score.added_up(
            screen,
            products,
            {"s": s, "h": h},
            name="s × h / √d",
            dimension="dimension of d_head",
            alt=f"The {len(products)} products of the chosen cell, whose sum is {products.sum():.4f}.",
            key="dot_terms",
        )
    screen.heading("Both formulas, for the chosen cell", "The same query and key, and what each makes of them.")
    left, right = screen.columns(1, 1)
    with left:
        worked = hand_formulas.additive_score(additive.w_s @ s, additive.w_h @ h, additive.v)
        screen.formula(worked, key="additive_formula")
    with right:
        screen.formula(attention.score_and_scaled(s * h), key="dot_formula")
    costs(screen, trace, len(additive.v))
    if state[TIMED]:
        _times(screen, trace.config.d_head, state[WIDTH])


def _range(scores: np.ndarray) -> str:
    return f"from {decimal(scores.min())} to {decimal(scores.max())}"


def moved_text(moved: float, n_tokens: int) -> str:
    """How far apart the two patterns are."""
    if n_tokens == 1:
        return "One token alone gives itself all its weight, however it is scored."
    return f"They disagree about {moved:.0%} of the attention, on average over the words of this text."


def costs(screen: Screen, trace: Trace, width: int) -> None:
    """A table of what both take, for the tokens of this text and for 1,024."""
    n_tokens, d_head = len(trace.tokens), trace.config.d_head
    lines = []
    for length in dict.fromkeys((n_tokens, 1024)):
        dot, added = dot_product_cost(length, d_head), additive_cost(length, d_head, width)
        for_length = f"at {length:,}" if length != n_tokens else f"for the {length} here"
        lines += [
            (f"multiply-adds {for_length}", f"{dot.multiply_adds:,}", f"{added.multiply_adds:,}"),
            (f"tanh {for_length}", f"{dot.tanhs:,}", f"{added.tanhs:,}"),
            (f"largest array {for_length}", _bytes(4 * dot.numbers_held), _bytes(4 * added.numbers_held)),
        ]
    lines.append(("own parameters", f"{dot.parameters:,}", f"{added.parameters:,}"))
    screen.heading(
        "What each costs",
        "For the tokens here and for 1,024: one head, all pairs at once, in 32-bit numbers. All dot products together "
        "are one matrix product, which processors are built for; additive scoring holds a number for each pair and "
        "each unit, width times as many.",
    )
    screen.table(
        dict(zip(("what", "dot product", "additive"), zip(*lines, strict=True), strict=True)),
        formats={"dot product": "{}", "additive": "{}"},
        alt="Multiply-adds, tanh, memory and parameters of both ways of scoring.",
        key="scoring_costs",
    )


def _bytes(count: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:,.1f} {unit}"
    return f"{count} bytes"


@cached
def _measured(d_head: int, width: int) -> list[tuple[int, float, float]]:
    """Tokens, and milliseconds of the dot product and of additive scoring."""
    with pauses.slot():
        return [(length, *milliseconds(length, d_head, width)) for length in MEASURED]


def _times(screen: Screen, d_head: int, width: int) -> None:
    """Time both ways of scoring on this server."""
    lengths, dot, added = zip(*_measured(d_head, width), strict=True)
    screen.heading("Measured", f"Width {width}, d_head {d_head}, random vectors, one core of this server.")
    screen.table(
        {
            "tokens": [str(length) for length in lengths],
            "dot product, ms": dot,
            "additive, ms": added,
            "ratio": [one / other for one, other in zip(added, dot, strict=True)],
        },
        formats={"dot product, ms": "{:.4f}", "additive, ms": "{:.4f}", "ratio": "{:.1f}"},
        alt="Measured milliseconds of both ways of scoring.",
        key="scoring_times",
    )
