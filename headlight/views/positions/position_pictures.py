"""The pictures of waves added to embeddings, of every position, and of a plain number in their place."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import positions as position_formulas
from headlight.frame import controls, reading, vocabulary, words
from headlight.frame.boards import board
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.matrix import matrix
from headlight.pictures.strips import strips
from transformer import UNCHANGED, Intervention, LanguageModel, Trace
from transformer.experiments.plain_positions import against, as_share, counted, mean_cosine
from transformer.ranking import largest
from transformer.readings.order import ByDistance, by_distance
from transformer.readings.waves import encoding, wavelengths

DEFAULT_PAIRS = [0, 12, 24, 36]
NEXT = 8  # likeliest next tokens shown


def encoded(model: LanguageModel) -> np.ndarray:
    """The encoding of every position that the model has, [pos, d_model]."""
    return encoding(model.config.max_tokens, model.config.d_model)


def pairs(model: LanguageModel) -> list[int]:
    """Which pairs of dimensions are drawn as waves; none chosen is the first."""
    chosen = controls.some_of(
        "wave_pairs",
        "Pairs i of dimensions 2i and 2i + 1",
        DEFAULT_PAIRS,
        help="The first pair turns fastest, the last one hardly at all.",
        width=420,
    )
    return sorted(chosen) or [0]


def position(model: LanguageModel) -> int:
    """The position at which the formula is worked out."""
    return controls.number("encoded_position", "At position", 1, width=150)


def show_sum(screen: Board, trace: Trace) -> None:
    """Each token's embedding, its position, and their sum, which the first layer reads."""
    screen.heading(
        "Word + position = input",
        "A row for each token, one colour scale for all three: the last strip is the sum of the other two."
        if trace.intervention == UNCHANGED
        else "Positions are off: zeros are added, and equal tokens now get equal rows.",
    )
    strips(
        {"embedded": trace.embedded, "+ positions": trace.positions, "= residual": trace.layers[0].residual_in},
        tokens=trace.words,
        alt="Each token's embedding, its position encoding, and their sum, which the first layer reads.",
        key="input_strips",
        height=112,
    )


def show_all(model: LanguageModel) -> None:
    """The whole encoding."""
    with board(key="whole_encoding") as screen:
        screen.heading(
            "The encoding of every position",
            "A row for each position, a column for each dimension. Fast waves at the left, slow ones at the right: no "
            "two rows are equal. It does not depend on words.",
        )
        whole_encoding(encoded(model), "The position encoding")


def whole_encoding(values: Float[Array, "pos d_model"], alt: str) -> None:
    """Every number of an encoding, positions down, dimensions across."""
    strips(
        {"encoding": values},
        tokens=[f"position {place}" for place in range(len(values))],
        height=330,
        extent=float(np.abs(values).max()),
        alt=f"{alt}: every position down, every dimension across.",
        key="encoding",
    )


def show_waves(screen: Board, model: LanguageModel, chosen: list[int]) -> None:
    """The chosen waves, two beside each other, each with its length."""
    waves, each = encoded(model), wavelengths(model.config.d_model)
    for two in (chosen[at : at + 2] for at in range(0, len(chosen), 2)):
        for pair, column in zip(two, screen.columns(*[1] * len(two)), strict=True):
            sine, cosine = 2 * pair, 2 * pair + 1
            with column:
                screen.note(f"Dimensions {sine} and {cosine}: one wave is {each[pair]:,.1f} positions long")
                curves(
                    {"sin": waves[:, sine], "cos": waves[:, cosine]},
                    over=np.arange(len(waves), dtype=np.float64),
                    x_title="position",
                    y_title="",
                    alt=f"Dimensions {sine} and {cosine} of the encoding over the positions.",
                    key=f"wave_{pair}",
                    dashed=("cos",),
                    y_range=(-1.0, 1.0),
                    y_ticks=(-1, 0, 1),
                    height=130,
                )


def show_formulas(screen: Board, model: LanguageModel, chosen: list[int], place: int) -> None:
    """The lengths of the chosen waves, and the slowest of them at one position."""
    d_model = model.config.d_model
    left, right = screen.columns(1, 1)
    with left:
        screen.heading("λ of pair i", "How many positions one whole wave takes.")
        formula(position_formulas.wavelengths(chosen, d_model), key="wavelengths")
    with right:
        screen.heading(f"Position {place}", "The slowest of the chosen pairs at that position.")
        formula(position_formulas.encoding(place, chosen[-1], d_model), key="encoding_formula")


def show_by_distance(screen: Board, model: LanguageModel) -> None:
    """The dot product of two encodings over their distance, and the check that nothing else matters."""
    rows = encoded(model).astype(np.float64)
    products = by_distance(rows @ rows.T)
    screen.heading(
        "How alike two positions are",
        "Only their distance counts: near positions have a large product; with distance it falls, in ripples.",
    )
    curves(
        {"PE(p) · PE(p + k)": products.mean},
        over=np.arange(len(rows), dtype=np.float64),
        x_title="distance k between two positions",
        y_title="PE(p) · PE(p + k)",
        y_range=(0.0, float(products.mean.max())),  # from zero, so that a fall looks as large as it is
        alt="Dot product of two position encodings by the distance between the positions.",
        key="by_distance",
        height=280,
    )
    screen.note(checked(products, len(rows) * (len(rows) + 1) // 2))


def checked(products: ByDistance, n_pairs: int) -> str:
    """Whether the products of positions are the same wherever a pair stands."""
    same = words.only_rounding(products.spread, float(products.mean.max()))
    said = "✓ the same" if same else "✗ not the same"
    off = words.number(products.spread)
    return f"{said} from every position p: of all {n_pairs:,} pairs none is off by more than {off}"


def show_products(model: LanguageModel, trace: Trace) -> None:
    """The dot product of each two positions of the sentence."""
    rows = encoded(model)[: len(trace.tokens)]
    matrix(
        rows @ rows.T,
        rows=trace.words,
        columns=trace.words,
        noun="product",
        alt="Dot products of the position encodings of each pair of positions of the sentence.",
        key="position_products",
        scale="diverging",
        extent=model.config.d_model / 2,
        decimals=1,
    )


def plain_in_words(model: LanguageModel, trace: Trace) -> str:
    """How long the plain number is beside a token's embedding, and what it leaves of the difference of two tokens."""
    n, d_model = len(trace.tokens), model.config.d_model
    if n < 2:
        return "The first position is 0 however it is counted: type a second token."
    embedded = trace.embedded.astype(np.float64)
    length = float(np.linalg.norm(counted(n, d_model)[-1]))
    with_waves, with_number = (embedded + added for added in (encoded(model)[:n], counted(n, d_model)))
    return (
        f"At position {n - 1} the plain number makes a vector {length:.1f} long, {n - 1} · √{d_model}; the embedding "
        f"there is {np.linalg.norm(embedded[-1]):.1f} long, and the waves are {np.sqrt(d_model / 2):.1f} everywhere. "
        f"Two tokens of your sentence have a mean cosine of {mean_cosine(embedded):.2f} as words, "
        f"{mean_cosine(with_waves):.2f} with the waves added and {mean_cosine(with_number):.2f} with the number, "
        f"which pulls all of them in one direction. As a share from 0 to 1 it stays short, but one step is then "
        f"{1 / (n - 1):.3f} here and {1 / (model.config.max_tokens - 1):.3f} in the longest text."
    )


def show_plain(screen: Board, model: LanguageModel, trace: Trace) -> None:
    """What if a position were one plain number: its length beside the embeddings, and what it is near to."""
    n, d_model, most = len(trace.tokens), model.config.d_model, model.config.max_tokens
    middle = most // 2
    left, right = screen.columns(50, 50)
    with left:
        screen.heading(
            "What if a position were one plain number?",
            "The same number added in every dimension: 0, 1, 2, ... or a share from 0 to 1. See how long that is "
            "beside the embeddings, which it has to leave readable.",
        )
        of = {
            "embedding": np.linalg.norm(trace.embedded, axis=1),
            "waves": np.linalg.norm(encoded(model)[:n], axis=1),
            "0, 1, 2, ...": np.linalg.norm(counted(n, d_model), axis=1),
            "0 to 1": np.linalg.norm(as_share(n, d_model), axis=1),
        }
        curves(
            of,
            over=np.arange(n, dtype=np.float64),
            x_title="position",
            y_title="length of the vector",
            points=("embedding",),
            dashed=("0 to 1",),
            y_range=(0.0, float(max(lengths.max() for lengths in of.values()))),
            alt="Length of each token's embedding, of the waves, and of a plain number in every dimension.",
            key="plain_lengths",
        )
    with right:
        screen.heading(
            f"What is near to position {middle}?",
            "The product of its encoding with every other, as a share of that with itself. Waves are highest at the "
            "position itself and alike on both sides; the plain number is highest at the end of the text.",
        )
        curves(
            {
                "waves": against(encoded(model).astype(np.float64), middle),
                "0, 1, 2, ...": against(counted(most, d_model), middle),
            },
            over=np.arange(most, dtype=np.float64),
            x_title="position",
            y_title=f"product with position {middle}",
            at=float(middle),
            y_range=(0.0, (most - 1) / middle),
            alt=f"Product of the encoding of position {middle} with that of every position, for waves and for numbers.",
            key="plain_products",
        )
    screen.note(plain_in_words(model, trace))


def show_next_word(screen: Board, model: LanguageModel, trace: Trace) -> None:
    """The likeliest next tokens of the model as it is, and what becomes of them where positions are off."""
    if trace.intervention == UNCHANGED:
        screen.heading("Next word", "Switch positions off to see what depends on them.")
        labels, values = vocabulary.likeliest(model, trace, count=NEXT)
        bars(values.tolist(), labels=labels, alt="The likeliest next tokens.", key="next_word")
        return
    screen.heading("Next word without positions", "Dashed: with positions.")
    before = vocabulary.probabilities(reading.trace(trace.text))
    now = vocabulary.probabilities(trace)
    order = largest(np.maximum(before, now), NEXT)
    bars(
        now[order].tolist(),
        labels=vocabulary.labels(model, order),
        before=before[order].tolist(),
        alt="The likeliest next tokens without positions, and before as outlines.",
        key="next_word",
    )


def change(positions_on: bool) -> Intervention:
    """What the switch does to the forward pass."""
    return Intervention(positions=positions_on)
