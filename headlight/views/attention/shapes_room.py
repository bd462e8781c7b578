"""Shapes on screen: a product small enough to count, and every step of attention for the reader's own sentence."""

from collections.abc import Sequence

from headlight.frame import tokens
from headlight.pictures.board import Board, Column
from headlight.pictures.matrix import matrix
from headlight.pictures.table import table
from transformer import Config
from transformer.readings.shapes import classroom, steps

ROWS_PER_STEP, TOKENS_PER_ROW = 32, 128  # of the batches that this model was trained on: training.json, "settings"
_CELL = (5, 2)  # the number of the product that is read aloud


def written(shape: tuple[int, ...] | tuple[str, ...]) -> str:
    """A shape as it is read: 32 × 6 × 128 × 32."""
    return " × ".join(map(str, shape))


def columns(config: Config, n_tokens: int) -> dict[str, list[str]]:
    """The table, column by column: one text, as it stands in the box, and a whole batch of training."""
    one, many = steps(config, 1, n_tokens), steps(config, ROWS_PER_STEP, TOKENS_PER_ROW)
    return {
        "array": [step.name for step in one],
        "how": [step.how for step in one],
        "axes": [written(step.axes) for step in one],
        "your sentence, B = 1": [written(step.shape) for step in one],
        f"in training, B = {ROWS_PER_STEP}": [written(step.shape) for step in many],
    }


def show(screen: Board, config: Config, n_tokens: int) -> None:
    """The table of one layer."""
    screen.heading(
        "The shape of every step",
        "B texts at once, n tokens each, h heads. Only the last two axes are multiplied; those before them, text and "
        "head, stand still.",
    )
    found = columns(config, n_tokens)
    if tokens.give_way():  # who speaks says how, and each row has one line
        del found["how"]
    table(
        found,
        formats=dict.fromkeys([name for name in found if name not in ("array", "how")], ""),
        alt=f"The shapes of the arrays of a layer of attention, for {n_tokens} tokens and for a batch of training.",
        key="shapes",
    )


def _factor(number: int) -> str:
    return str(number) if number >= 0 else f"(−{-number})"


def product_in_words() -> str:
    """One number of the small product, as the sum that it is."""
    x, w, product = classroom()
    row, column = _CELL
    terms = " + ".join(f"{_factor(a)}·{_factor(b)}" for a, b in zip(x[row], w[:, column], strict=True))
    value = f"{product[_CELL]}".replace("-", "−")
    return (
        f"The framed number: row {row} of X times column {column} of W_Q is {terms} = {value}. The 8 is gone: it was "
        "the axis that was summed over, so it must be the same on both sides."
    )


def show_classroom(screen: Board, places: Sequence[Column]) -> None:
    """Three matrices in three columns: 16 x 8 times 8 x 4 is 16 x 4."""
    factors = (
        ("X", "X", "token", "dimension", "Tokens × numbers. See which sizes meet."),
        ("W_Q", "· W_Q", "dimension", "number", "Learned."),
        ("Q = X W_Q", "= Q", "token", "number", "A sum of 8 each."),
    )
    for (name, title, down, across, hint), values, column in zip(factors, classroom(), places, strict=True):
        with column:
            screen.heading(f"{title}: {written(values.shape)}", hint)
            matrix(
                values.astype(float),
                rows=[str(place) for place in range(values.shape[0])],
                columns=[str(place) for place in range(values.shape[1])],
                noun="number",
                scale="diverging",
                decimals=0,
                selected=_CELL if name.startswith("Q") else None,
                alt=f"{name}: a row for each {down}, a column for each {across}.",
                key=f"classroom_{name[0].lower()}",
            )
    screen.note(product_in_words())
