"""Scaling laboratory: why queries and keys of many numbers need the root, and a softmax of any numbers."""

import math
import re

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.scaling import saturation
from headlight.parts import dials
from headlight.parts.nouns import Dial, State, cached, count, decimal, said, view
from headlight.pictures import Screen
from transformer.softmax import dot_product_variances, entropy, softmax

EXAMPLE = "2, 4, 5"
MOST = 12  # numbers; more bars than this say no more
LARGEST = 1e6  # in absolute value
GAUSSIAN = np.random.default_rng(1).standard_normal(8).round(4)
SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k
SAMPLES = 2000
_KEYS = 8
_TITLES = {  # of each source of the numbers
    "your numbers": "Softmax of your numbers",
    "eight Gaussian numbers": "Softmax of eight Gaussian numbers",
    "random keys": "One random query and eight random keys",
}
D_K = Dial("slider", "d_k", "Numbers in a query and in a key, d_k", 64, "above", width=300)
SEED = Dial("number", "vector_seed", "Seed", 0, "above", width=120)
SOURCE = Dial("one_of", "softmax_of", "Softmax of", "your numbers", "above")
ROOT = Dial(
    "toggle", "vector_root", r"Divide by $\sqrt{d_k}$", True, "above", when=lambda state: state[SOURCE] == "random keys"
)
NUMBERS = Dial(
    "text",
    "numbers",
    "Numbers",
    EXAMPLE,
    "above",
    when=lambda state: state[SOURCE] == "your numbers",
    placeholder=EXAMPLE,
    reads=lambda state, text: bool(parsed(text)[0]),
)
MULTIPLIER = dials.multiplier("Multiplier", help="Every number is multiplied by it.")
TEMPERATURE = Dial("slider", "temperature", "Temperature T", 1.0, "above", width=280)


@view(box=None, dials=[D_K, SOURCE, SEED, ROOT, NUMBERS, MULTIPLIER, TEMPERATURE])
def scaling_lab(state: State, screen: Screen) -> None:
    """The variance of random scores beside a softmax, and that softmax for every multiplier."""
    scores, factor = _scores(state), _factor(state)
    left, middle, right = screen.columns(34, 34, 32)
    with left.headed(
        "The variance of q · k",
        f"Each point: {SAMPLES:,} random pairs. They keep to the line, so dividing by √d_k brings it back to 1.",
    ):
        d_k, seed = state[D_K], state[SEED]
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
    with middle.headed(
        _TITLES[state[SOURCE]], "Labels: the numbers that go into softmax. Bars: the weights that come out."
    ):
        weights = softmax(factor * scores)
        nats = float(entropy(weights))
        screen.bars(
            weights,
            labels=[decimal(value, ".4g") for value in factor * scores],
            says=said(
                "Entropy **{nats:.4f}** nats, which is {bits:.4f} bits; largest weight **{largest:.4f}**.",
                nats=nats,
                bits=nats / math.log(2),
                largest=weights.max(),
            ),
            alt="The weight of each number.",
            key="weights",
            quantity="attention",
        )
        if state[SOURCE] == "your numbers":
            _, refused, surplus = parsed(state[NUMBERS])
            if refused:
                pieces = count(refused, "piece")
                screen.note(f"{pieces} left out: not a number between −{LARGEST:,.0f} and {LARGEST:,.0f}.")
            if surplus:
                screen.note(f"The first {MOST} numbers are shown; {count(surplus, 'piece')} more left out.")
    with right.headed("For every multiplier", f"The dots are your setting. {saturation.MEANING}"):
        saturation.over_multipliers(screen, scores, factor, key="random_over_multipliers", x_title="multiplier / T")


@scaling_lab.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The two variances, the softmax and the norm of its Jacobian, with their numbers."""
    given = _factor(state) * _scores(state)
    weights = softmax(given)
    left, middle, right = screen.columns(34, 34, 32)
    with left.headed("Its two variances", "What chance alone predicts, and what was measured."):
        measured = measured_variance(state[D_K], state[SEED])
        screen.formula(softmax_formulas.variances(state[D_K], measured), key="variance_formula")
    with middle.headed("Softmax, worked out", "x is what goes in; each power of e is divided by their sum."):
        screen.formula(softmax_formulas.softmax_table(given, weights), key="softmax_table")
    with right.headed("How much it can still learn", saturation.NORM_IN_WORDS):
        screen.formula(softmax_formulas.norm_of_jacobian(weights), key="random_norm_formula")


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


def _scores(state: State) -> Float[Array, " n"]:
    """What goes into softmax, before the factor."""
    if state[SOURCE] == "your numbers":
        return np.array(parsed(state[NUMBERS])[0])
    if state[SOURCE] == "eight Gaussian numbers":
        return GAUSSIAN
    random = np.random.default_rng([state[SEED], state[D_K]])
    query, keys = random.standard_normal(state[D_K]), random.standard_normal((_KEYS, state[D_K]))
    return keys @ query / (np.sqrt(state[D_K]) if state[ROOT] else 1.0)


def _factor(state: State) -> float:
    """What the numbers are multiplied by before softmax."""
    return state[MULTIPLIER] / state[TEMPERATURE]


@cached(most=1000)
def measured_variance(d_k: int, seed: int) -> float:
    """The variance of q · k over random pairs of this length; the same for the same seed."""
    return float(dot_product_variances((d_k,), samples=SAMPLES, seed=seed)[0])
