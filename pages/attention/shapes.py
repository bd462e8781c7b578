"""The shapes of attention: every step for the reader's own sentence."""

from headlight.parts import tokens
from headlight.parts.nouns import Dial, Key, Number, State
from headlight.pictures import Screen
from transformer import Config
from transformer.readings.shapes import steps

ROWS_PER_STEP, TOKENS_PER_ROW = 32, 128  # of the batches that this model was trained on: training.json, "settings"
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
    """The table of one layer whose values have `d_value` numbers."""
    changed = d_value != config.d_head
    screen.heading("Shapes: B texts, n tokens, h heads", "See which rows change." if changed else "")
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


def _written(shape: tuple[int, ...] | tuple[str, ...]) -> str:
    """A shape as it is read: 32 × 6 × 128 × 32."""
    return " × ".join(map(str, shape))
