"""Longer texts: a sentence that begins later than any in training, and texts three times as long."""

import math

import torch

from headlight.pages.positions import twins
from headlight.pages.positions.twins import KINDS
from headlight.parts.nouns import Dial, Key, Number, State
from headlight.pictures import Screen
from headlight.pictures.bars import note
from headlight.reading import reader
from transformer import Trace
from transformer.readings.order import loss_from

_LEAST = 0.1  # nats that fill a bar, so that rounding is none
START = Dial(
    "slider",
    Key("start", Number(0, 192), "the position at which the text begins"),
    "Your text begins at position",
    80,
    "further",
    help="0: as usual. Above 0: as if that many tokens came before it, unseen.",
)


def show(screen: Screen, state: State) -> None:
    """Draw the loss of long texts by position, and that of the reader's text begun at one."""
    trace, first = reader.trace(twins.models()["none"], state.text), state[START]
    places, by_place = twins.by_length()
    trained = twins.config().max_tokens
    left, right = screen.columns(3, 2, least=(320, 260))
    with left.headed("Texts three times as long", "See the mean loss by position, on held-out texts."):
        screen.curves(
            by_place,
            over=places,
            axes=("position in the text", "loss, nats per token"),
            alt=f"Loss of each twin by position in texts of 192 tokens; the twins were trained on {trained}.",
            key="by_length",
            at=float(first),
            marks={"end of training": float(trained)},
            height=280,
        )
    with right.headed(
        f"Your text, from position {first}",
        "How much the later start raises the loss (nats per token)."
        if first
        else "How surprised is each twin (nats per token)?",
    ):
        _losses(screen, trace, first)
        if first + len(trace.tokens) > trained:
            beyond = first + len(trace.tokens) - 1
            screen.note(f"The learned model ends at position {trained - 1}: it has no row for {beyond}.")


def _losses(screen: Screen, trace: Trace, first: int) -> None:
    """The loss of the text in each twin, or what beginning at position `first` adds to it: few of many nats."""
    ids, models = torch.tensor([token.id for token in trace.tokens]), twins.models()
    now = {kind: loss_from(models[kind].transformer, ids, first) for kind in KINDS}
    finite = [kind for kind in KINDS if math.isfinite(now[kind])]
    if not finite:
        return screen.note("There is no next token to be surprised by: type a second word.")
    usual = {kind: loss_from(models[kind].transformer, ids, 0) if first else 0.0 for kind in finite}
    added = [now[kind] - usual[kind] for kind in finite]
    screen.bars(
        added,
        labels=finite,
        notes=[note(now[kind], usual[kind], "loss") for kind in finite] if first else (),
        scale=max(_LEAST, *map(abs, added)),
        alt=f"Loss of the text in each twin, begun at position {first}.",
        key="loss_of_start",
        quantity="loss",
    )
