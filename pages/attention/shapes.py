"""The shapes of attention: a product small enough to count, and every step for the reader's own sentence."""

from collections.abc import Sequence

from headlight.parts import tokens
from headlight.parts.nouns import Dial, Key, Number, State, decimal
from headlight.pictures import Column, Labels, Screen, Style
from transformer import Config
from transformer.readings.shapes import classroom, steps

ROWS_PER_STEP, TOKENS_PER_ROW = 32, 128  # of the batches that this model was trained on: training.json, "settings"
_CELL = (5, 2)  # the number of the product that is read aloud
WIDTH = Dial[int](
    "slider",
    Key("value_width", Number(8, 64, 8), "numbers in a value, where those of a query stay as they are"),
    "Width of a value, d_v",
    lambda state: state.model.config.d_head,
    "deeper",
    look=lambda state: {
        "width": 300,
        "help": f"A query and a key must be equally wide: {state.model.config.d_head} here. A value need not be. W_O "
        "brings whatever width there is back to d_model.",
    },
    help="Numbers in a value vector. Low: less is passed on. High: more. Who attends to whom stays the same.",
)


def show(screen: Screen, state: State, config: Config, n_tokens: int, d_value: int) -> None:
    """The table of one layer whose values have `d_value` numbers, beside a product small enough to count."""
    left, *factors = screen.columns(57, 21, 11, 11, least=(600, 230, 120, 120))
    with left.headed(
        "The shape of every step",
        "B texts at once, n tokens each, h heads. Only the last two axes are multiplied; the batch and head axes are "
        "untouched."
        if d_value == config.d_head
        else f"With d_v = {d_value} where this model has {config.d_head}. Scores and pattern stay as they are, and so "
        "does what a layer adds to the stream: see which rows change.",
    ):
        single, batch = steps(config, 1, n_tokens, d_value), steps(config, ROWS_PER_STEP, TOKENS_PER_ROW, d_value)
        shapes = {
            "axes": [_written(step.axes) for step in single],
            "your sentence, B = 1": [_written(step.shape) for step in single],
            f"in training, B = {ROWS_PER_STEP}": [_written(step.shape) for step in batch],
        }
        # Who speaks says how, and each row has one line.
        how = {} if tokens.compact(state) else {"how": [step.how for step in single]}
        screen.table(
            {"array": [step.name for step in single], **how, **shapes},
            formats=dict.fromkeys(shapes, ""),
            alt=f"The shapes of the arrays of a layer of attention, for {n_tokens} tokens and for a batch of training.",
            key="shapes",
        )
    _classroom(screen, factors)


def _written(shape: tuple[int, ...] | tuple[str, ...]) -> str:
    """A shape as it is read: 32 × 6 × 128 × 32."""
    return " × ".join(map(str, shape))


def _classroom(screen: Screen, columns: Sequence[Column]) -> None:
    """Three matrices in three columns: 16 x 8 times 8 x 4 is 16 x 4; one number read aloud as a sum."""
    factors = (
        ("X", "X", "token", "dimension", "Tokens × numbers. See which sizes meet."),
        ("W_Q", "· W_Q", "dimension", "number", "W_Q is learned."),
        ("Q = X W_Q", "= Q", "token", "number", "Each number is a sum of 8."),
    )
    x, w, product = classroom()
    for (name, title, down, across, hint), values, column in zip(factors, (x, w, product), columns, strict=True):
        with column.headed(f"{title}: {_written(values.shape)}", hint):
            screen.matrix(
                values.astype(float),
                Labels(
                    rows=[str(index) for index in range(values.shape[0])],
                    columns=[str(index) for index in range(values.shape[1])],
                    noun="number",
                ),
                style=Style(scale="diverging", decimals=0),
                selected=_CELL if name.startswith("Q") else None,
                alt=f"{name}: a row for each {down}, a column for each {across}.",
                key=f"classroom_{name[0].lower()}",
            )
    row, number = _CELL
    terms = " + ".join(f"{_factor(a)}·{_factor(b)}" for a, b in zip(x[row], w[:, number], strict=True))
    screen.note(
        f"The framed number: row {row} of X times column {number} of W_Q is {terms} = {decimal(product[_CELL], '')}. "
        "The 8 is gone: it was the axis that was summed over, so it must be the same on both sides."
    )


def _factor(number: int) -> str:
    return str(number) if number >= 0 else f"(−{-number})"
