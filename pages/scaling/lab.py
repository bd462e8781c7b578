"""The softmax of other numbers than a head's: of random keys, which need the root, and of any that a reader types."""

import math
import re

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.scaling import saturation
from headlight.parts import dials
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, Text, cached, count, decimal, said
from headlight.pictures import Labels, Screen, Style
from headlight.pictures.decimals import percent
from transformer.softmax import dot_product_variances, entropy, jacobian, jacobian_norm, softmax

EXAMPLE = "2, 4, 5"
MOST = 12  # numbers; more bars than this say no more
LARGEST = 1e6  # in absolute value
SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k
SAMPLES = 2000
DRAWS = 200  # queries, each with its keys
_KEYS = 8
_OTHER = {False: "divided by √d_k", True: "not divided"}  # what is outlined where it is divided or not
SENTENCE, RANDOM, OWN = "this sentence", "random keys", "your numbers"
SOURCE = Dial(
    "menu",
    Key("softmax_of", OneOf((SENTENCE, RANDOM, OWN)), "what the softmax is taken of"),
    "Softmax of",
    SENTENCE,
    "beside",
    width=250,
    help="Where the numbers come from: a row of a head, a random query and random keys, or you.",
)


def of_sentence(state: State) -> bool:
    """Whether the numbers are the scores of a row of a head."""
    return state[SOURCE] == SENTENCE


def of_random_keys(state: State) -> bool:
    """Whether they are those of a random query."""
    return state[SOURCE] == RANDOM


D_K = Dial(
    "slider",
    Key("d_k", Number(2, 512), "numbers in a random query, and in a random key"),
    "Numbers in a query and in a key, d_k",
    64,
    "above",
    width=300,
    when=of_random_keys,
    help="Each is drawn with mean 0 and variance 1. Few: even weights. Many: without the root, one wins.",
)
SEED = Dial(
    "number",
    Key("vector_seed", Number(0, 9999), "random queries and keys"),
    "Seed",
    0,
    "deeper",
    width=120,
    when=of_random_keys,
    help="Draws other numbers. The same seed gives the same ones.",
)
NUMBERS = Dial(
    "text",
    Key("numbers", Text(200), "numbers for a softmax"),
    "Numbers",
    EXAMPLE,
    "above",
    when=lambda state: state[SOURCE] == OWN,
    placeholder=EXAMPLE,
    reads=lambda state, text: bool(parsed(text)[0]),
    help="Your numbers, with spaces between them. Let one lead, and see how much it takes.",
)


def show(screen: Screen, state: State, multiplier: float) -> None:
    """Draw a softmax and how much slope is left: for random keys over their length, else over the multiplier."""
    numbers = numbers_of(state, multiplier)
    weights = softmax(numbers)
    left, right = screen.columns(46, 54, least=(270, 300))
    if state[SOURCE] == OWN:
        with left.headed("Softmax of your numbers", "Labels: the numbers that go in. Bars: the weights that come out."):
            _bars(screen, weights, numbers)
            _, refused, surplus = parsed(state[NUMBERS])
            if refused:
                items = count(refused, "item")
                screen.note(f"{items} left out: not a number between −{LARGEST:,.0f} and {LARGEST:,.0f}.")
            if surplus:
                screen.note(f"The first {MOST} numbers are shown; {count(surplus, 'item')} more left out.")
        with right.headed("For every multiplier", f"The dots are your setting. {saturation.MEANING}"):
            saturation.over_multipliers(
                screen, numbers / multiplier, multiplier, key="own_over_multipliers", height=300
            )
        return
    other = _OTHER[state[dials.SCALED]]
    with left.headed("Softmax of one random query’s scores", f"Eight random keys. Dashed: {other}."):
        _bars(screen, weights, numbers, softmax(_keys_times_query(state, root=not state[dials.SCALED])), other)
    with right.headed(
        "How much slope is left to learn from?",
        f"The mean of {DRAWS} draws like this one. At 0 no score can be learned.",
    ):
        over = np.union1d(SIZES, [state[D_K]])
        slopes = np.array([slopes_left(int(size), state[SEED]) for size in over])
        screen.curves(
            {"divided by √d_k": slopes[:, 1], "not divided": slopes[:, 0]},
            over=over,
            axes=("d_k", "slope left to learn from"),
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


def show_more(screen: Screen, state: State, multiplier: float) -> None:
    """Draw the variance of the products of random vectors over their length, or the slopes of a softmax."""
    if not of_random_keys(state):
        numbers = numbers_of(state, multiplier)
        names = [decimal(value, ".4g") for value in numbers]
        screen.heading("Every slope", "How much each weight moves if a number grows a little: the Jacobian.")
        screen.matrix(
            jacobian(softmax(numbers)),
            Labels(rows=names, columns=names, noun="slope"),
            alt="The Jacobian of the softmax: how much each weight moves when each number does.",
            key="own_slopes",
            style=Style(scale="diverging", extent=0.25),
        )
        return
    d_k, seed = state[D_K], state[SEED]
    screen.heading(
        "The variance of q · k is d_k",
        f"Each point: {SAMPLES:,} random pairs. Dividing by √d_k brings the variance back to 1.",
    )
    over = np.union1d(SIZES, [d_k])
    points = np.array([measured_variance(int(size), seed) for size in over])
    screen.curves(
        {"measured": points, "variance = d_k": over.astype(float), "divided by √d_k": points / over},
        over=over,
        axes=("d_k", "variance of q · k"),
        at=float(d_k),
        points=("measured", "divided by √d_k"),
        dashed=("variance = d_k",),
        logarithmic="xy",
        x_ticks=SIZES,
        y_ticks=(1, 8, 64, 512),
        y_range=(0.5, max(700.0, float(points.max()))),
        alt=f"The measured variance of q · k against d_k; at d_k = {d_k} it is {measured_variance(d_k, seed):.2f}.",
        key="variances",
    )


def _bars(
    screen: Screen,
    weights: Float[Array, " n"],
    numbers: Float[Array, " n"],
    before: Float[Array, " n"] | None = None,
    outlined: str = "",
) -> None:
    screen.bars(
        weights,
        labels=[decimal(value, ".4g") for value in numbers],
        before=before,
        says=said(
            "The largest weight is **{largest}**. The slope left to learn from is **{norm:.3f}** of at most 0.5.",
            largest=percent(weights.max()),
            norm=float(jacobian_norm(weights)),
        ),
        alt=f"The weight of each number{f', outlined: {outlined}' if outlined else ''}.",
        key="weights",
        quantity="attention",
    )


def work_out(screen: Screen, state: State, multiplier: float) -> None:
    """Draw the two variances of random keys, the softmax and the norm of its Jacobian, with their numbers."""
    scores = numbers_of(state, multiplier)
    weights = softmax(scores)
    if of_random_keys(state):
        screen.heading("The two variances", f"What chance alone predicts, and what {SAMPLES:,} random pairs have.")
        measured = measured_variance(state[D_K], state[SEED])
        screen.formula(softmax_formulas.variances(state[D_K], measured), key="variance_formula")
    left, right = screen.columns(1, 1)
    with left.headed("Softmax, worked out", "x is what goes in; each power of e is divided by their sum."):
        screen.formula(softmax_formulas.softmax_table(scores, weights), key="softmax_table")
    with right.headed("How much can it still learn?", saturation.NORM_IN_WORDS):
        screen.formula(softmax_formulas.norm_of_jacobian(weights), key="own_norm_formula")
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


def numbers_of(state: State, multiplier: float) -> Float[Array, " n"]:
    """Return what goes into softmax: the reader's numbers, multiplied, or the scores of random keys."""
    if state[SOURCE] == OWN:
        return np.array(parsed(state[NUMBERS])[0]) * multiplier
    return _keys_times_query(state, root=state[dials.SCALED])


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
