"""Softmax lab: why queries and keys of many numbers need the root, and a softmax of any numbers."""

import math
import re
from dataclasses import replace

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.scaling import saturation
from headlight.parts import dials
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, Switch, Text, cached, count, decimal, said, view
from headlight.pictures import Screen
from transformer.softmax import dot_product_variances, entropy, jacobian_norm, softmax

EXAMPLE = "2, 4, 5"
MOST = 12  # numbers; more bars than this say no more
LARGEST = 1e6  # in absolute value
GAUSSIAN = np.random.default_rng(1).standard_normal(8).round(4)
SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k
SAMPLES = 2000
DRAWS = 200  # queries, each with its keys
_KEYS = 8
_TITLES = {  # of each source of the numbers
    "your numbers": "Softmax of your numbers",
    "eight Gaussian numbers": "Softmax of eight Gaussian numbers",
    "random keys": "Softmax of one random query’s scores",
}
_HINTS = dict.fromkeys(_TITLES, "Labels: the numbers that go in. Bars: the weights that come out.") | {
    "random keys": "Eight random keys. Dashed: {root}."
}
_OTHER = {False: "divided by √d_k", True: "not divided"}  # what is outlined where it is divided or not


def _random(state: State) -> bool:
    return state[SOURCE] == "random keys"


SOURCE = Dial(
    "one_of",
    Key("softmax_of", OneOf(("your numbers", "eight Gaussian numbers", "random keys")), "what the softmax is taken of"),
    "Softmax of",
    "random keys",
    "above",
    help="Where the numbers come from: a query and random keys, eight random numbers, or yours.",
)
D_K = Dial(
    "slider",
    Key("d_k", Number(2, 512), "numbers in a random query, and in a random key"),
    "Numbers in a query and in a key, d_k",
    64,
    "above",
    width=300,
    when=_random,
    help="How many numbers, at first 64, each drawn with mean 0 and variance 1. Few: even weights. Many: "
    "without the root, one wins.",
)
ROOT = Dial(
    "toggle",
    Key("vector_root", Switch(), "the scores of random keys are divided by √d_k"),
    "Divide by √d_k",
    False,
    "above",
    when=_random,
    help="Off at first. On: scores are divided first, as in attention, and the weights stay even.",
)
SEED = Dial(
    "number",
    Key("vector_seed", Number(0, 9999), "random queries and keys"),
    "Seed",
    0,
    "deeper",
    width=120,
    when=_random,
    help="Draws other numbers. The same seed gives the same ones.",
)
NUMBERS = Dial(
    "text",
    Key("numbers", Text(200), "numbers for a softmax"),
    "Numbers",
    EXAMPLE,
    "above",
    when=lambda state: state[SOURCE] == "your numbers",
    placeholder=EXAMPLE,
    reads=lambda state, text: bool(parsed(text)[0]),
    help="Your numbers, with spaces between them. Let one lead, and see how much it takes.",
)
MULTIPLIER = replace(
    dials.multiplier(
        "Multiplier", help="Multiplies every number, at first by 1. Below 1 the weights even out, above 1 one wins."
    ),
    when=lambda state: not _random(state),
)


@view(box=None, dials=[SOURCE, D_K, ROOT, NUMBERS, MULTIPLIER, SEED])
def scaling_lab(state: State, screen: Screen) -> None:
    """A softmax, and how much of its gradient is left: for random keys over their length, else over the multiplier."""
    numbers = _numbers(state)
    weights = softmax(numbers)
    left, right = screen.columns(46, 54, least=(270, 300))
    with left.headed(_TITLES[state[SOURCE]], _HINTS[state[SOURCE]].format(root=_OTHER[state[ROOT]])):
        screen.bars(
            weights,
            labels=[decimal(value, ".4g") for value in numbers],
            before=softmax(_keys_times_query(state, root=not state[ROOT])) if _random(state) else None,
            says=said(
                "Largest weight **{largest:.2f}**; slope left **{norm:.3f}**.",
                largest=weights.max(),
                norm=float(jacobian_norm(weights)),
            ),
            alt=f"The weight of each number{f', outlined: {_OTHER[state[ROOT]]}' if _random(state) else ''}.",
            key="weights",
            quantity="attention",
        )
        if state[SOURCE] == "your numbers":
            _, refused, surplus = parsed(state[NUMBERS])
            if refused:
                items = count(refused, "item")
                screen.note(f"{items} left out: not a number between −{LARGEST:,.0f} and {LARGEST:,.0f}.")
            if surplus:
                screen.note(f"The first {MOST} numbers are shown; {count(surplus, 'item')} more left out.")
    if not _random(state):
        with right.headed("For every multiplier", f"The dots are your setting. {saturation.MEANING}"):
            factor = state[MULTIPLIER]
            saturation.over_multipliers(screen, numbers / factor, factor, key="random_over_multipliers", height=300)
        return
    with right.headed(
        "How much slope is left to learn from",
        f"The mean of {DRAWS} draws like this one. At 0 no score can be learned.",
    ):
        over = np.union1d(SIZES, [state[D_K]])
        slopes = np.array([slopes_left(int(size), state[SEED]) for size in over])
        screen.curves(
            {"divided by √d_k": slopes[:, 1], "not divided": slopes[:, 0]},
            over=over,
            axes=("d_k", "norm of the Jacobian"),
            at=float(state[D_K]),
            logarithmic="x",
            x_ticks=SIZES,
            y_range=(0.0, 0.5),
            y_ticks=(0, 0.1, 0.2, 0.3, 0.4, 0.5),
            alt=f"The mean norm of the Jacobian against d_k; at d_k = {state[D_K]} it is "
            "{1:.3f} with the root and {0:.3f} without.".format(*slopes_left(state[D_K], state[SEED])),
            key="slopes",
            height=300,
        )


@scaling_lab.more
def more(state: State, screen: Screen) -> None:
    """The variance of the products of random vectors, over their length."""
    d_k, seed = state[D_K], state[SEED]
    screen.heading(
        "The variance of q · k is d_k",
        f"Each point: {SAMPLES:,} random pairs. Dividing by √d_k brings the variance back to 1.",
    )
    over = np.union1d(SIZES, [d_k])
    points = np.array([measured_variance(int(size), seed) for size in over])
    screen.curves(
        {"measured": points, "variance = d_k": over.astype(float)},
        over=over,
        axes=("d_k", "variance of q · k"),
        at=float(d_k),
        points=("measured",),
        dashed=("variance = d_k",),
        logarithmic="xy",
        x_ticks=SIZES,
        y_ticks=(2, 8, 32, 128, 512),
        y_range=(min(1.5, float(points.min())), max(700.0, float(points.max()))),
        alt=f"The measured variance of q · k against d_k; at d_k = {d_k} it is {measured_variance(d_k, seed):.2f}.",
        key="variances",
    )


@scaling_lab.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The two variances, the softmax and the norm of its Jacobian, with their numbers."""
    scores = _numbers(state)
    weights = softmax(scores)
    left, middle, right = screen.columns(34, 34, 32)
    with left.headed("Its two variances", "What chance alone predicts, and what was measured."):
        measured = measured_variance(state[D_K], state[SEED])
        screen.formula(softmax_formulas.variances(state[D_K], measured), key="variance_formula")
    with middle.headed("Softmax, worked out", "x is what goes in; each power of e is divided by their sum."):
        screen.formula(softmax_formulas.softmax_table(scores, weights), key="softmax_table")
    with right.headed("How much it can still learn", saturation.NORM_IN_WORDS):
        screen.formula(softmax_formulas.norm_of_jacobian(weights), key="random_norm_formula")
        nats = float(entropy(weights))
        screen.note(f"Entropy {nats:.4f} nats, which is {nats / math.log(2):.4f} bits.")


def parsed(typed: str) -> tuple[list[float], int, int]:
    """The numbers of a text, how many pieces of it are none that can be used, and how many numbers were too many.

    Pieces stand between commas, semicolons or blanks; a decimal sign is a full stop.
    """
    pieces = [piece.replace("−", "-") for piece in re.split(r"[\s,;]+", typed) if piece]
    numbers = [value for piece in pieces if (value := _number(piece)) is not None]
    return numbers[:MOST], len(pieces) - len(numbers), max(0, len(numbers) - MOST)


def _number(piece: str) -> float | None:
    try:
        value = float(piece)
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) <= LARGEST else None


def _numbers(state: State) -> Float[Array, " n"]:
    """Return what goes into softmax."""
    match state[SOURCE]:
        case "your numbers":
            return np.array(parsed(state[NUMBERS])[0]) * state[MULTIPLIER]
        case "eight Gaussian numbers":
            return GAUSSIAN * state[MULTIPLIER]
    return _keys_times_query(state, root=state[ROOT])


def _keys_times_query(state: State, *, root: bool) -> Float[Array, " key"]:
    """The scores of a random query and eight random keys, divided by the root of their length or not."""
    random = np.random.default_rng([state[SEED], state[D_K]])
    query, keys = random.standard_normal(state[D_K]), random.standard_normal((_KEYS, state[D_K]))
    return keys @ query / (np.sqrt(state[D_K]) if root else 1.0)


@cached(most=1000)
def slopes_left(d_k: int, seed: int) -> tuple[float, float]:
    """The mean norm of the Jacobian over random queries with eight random keys each, as they are and divided."""
    random = np.random.default_rng([seed, d_k])
    queries, keys = random.standard_normal((DRAWS, d_k)), random.standard_normal((DRAWS, _KEYS, d_k))
    scores = np.einsum("nd,nkd->nk", queries, keys)
    plain, divided = (float(jacobian_norm(softmax(values)).mean()) for values in (scores, scores / math.sqrt(d_k)))
    return plain, divided


@cached(most=1000)
def measured_variance(d_k: int, seed: int) -> float:
    """The variance of q · k over random pairs of this length; the same for the same seed."""
    return float(dot_product_variances((d_k,), samples=SAMPLES, seed=seed)[0])
