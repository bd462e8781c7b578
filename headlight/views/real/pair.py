"""Two sentences read by an encoder: the box of the second, how alike the model finds them, and how it reads both."""

import numpy as np
import streamlit as st

from headlight.frame import controls, models, reading, to_try
from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from transformer import OpenedModel, Plan, Trace
from transformer.readings.sentence_vectors import by_layer, token_by_token
from transformer.readings.two_texts import PARTS, between, crossing, parts

SECOND = "We hiked where bears live"
# Two sentences, and what to see in them; the lesson says how alike MiniLM finds each two.
TO_TRY = (
    ("She opened the window because the room was hot", "It was too warm inside, so she let in fresh air"),
    ("The dog bites the man", "The man bites the dog"),
    ("He sat on the bank of the river", "He put his money into the bank"),
    ("He sat on the bank of the river", "She rested on the shore of the stream"),
    ("The children are playing in the garden", "The bank raised its interest rates"),
    ("time flies like an arrow", "fruit flies like a banana"),
)


def can_compare(plan: Plan) -> bool:
    """Whether the model reads whole sentences, both ways, instead of going on with them."""
    return not plan.causal and plan.predicts != "next"


def second_sentence(plan: Plan) -> tuple[str, bool]:
    """The box of the second sentence, with pairs worth comparing beside it, and whether both are read as one.

    That is a switch, of a model that can tell two sentences apart.
    """
    box, more, switch = st.columns([7, 2, 3], vertical_alignment="center")
    with box:
        typed = controls.text(
            "compared_text",
            "Second sentence",
            SECOND,
            label_visibility="collapsed",
            placeholder="A second sentence to compare",
        )
    with more:
        to_try.offer("Examples", "pairs", [" · ".join(pair) for pair in TO_TRY], _take, width="stretch")
    with switch:
        together = plan.segments > 1 and controls.toggle(
            "together",
            "Read both as one",
            False,
            help="[CLS] first [SEP] second [SEP]: each token can look at both sentences, and is told which it is of.",
        )
    read = reading.as_read(typed)
    second = read if models.reads(read) else ""
    return second, together and second != ""


def _take(place: int) -> None:
    first, second = TO_TRY[place]
    st.session_state.update(text=first, compared_text=second)


def show(screen: Board, model: OpenedModel, trace: Trace, second: str) -> None:
    """How alike the two sentences are, as one number and token by token."""
    if not second:
        screen.heading("Two sentences", "Type a second sentence to see how alike the model finds the two.")
        return
    other = model.trace(second)
    alike = by_layer(trace, other)
    screen.heading(
        f"Two sentences: cosine {_written(alike[-1])}",
        "Of the means of all tokens' vectors. Below: of each token with each of the other sentence.",
    )
    matrix(
        token_by_token(trace, other),
        rows=trace.words,
        columns=other.words,
        noun="cosine",
        alt="Cosine of each token of the first sentence, down, with each of the second, across.",
        key="tokens_alike",
        scale="diverging",
        extent=1.0,
        says=(
            ("The sentence vectors have a cosine of ", False),
            (_written(alike[0]), True),
            (" before layer 1 and of ", False),
            (_written(alike[-1]), True),
            (f" after layer {len(alike) - 1}.", False),
        ),
    )
    if other.dropped:
        screen.note(f"Of the second sentence the last {other.dropped} tokens are not read.")


def show_between(screen: Board, model: OpenedModel, both: Trace, chosen: tuple[int, int]) -> None:
    """How much of a head's weight stays in a sentence, crosses to the other, or rests on the marks."""
    part = parts(both, model.tokenizer.marks)
    if len({*part} & {0, 1}) < 2:
        screen.heading("Between the two", "The first sentence is so long that nothing of the second is read.")
        return
    layer, head = chosen
    screen.heading(
        "Between the two",
        f"How layer {layer + 1}, head {head + 1} shares its weight: each row the mean of a part’s tokens, which sums "
        "to 1.",
    )
    shares = crossing(both, part)
    most = np.unravel_index(int(shares.argmax()), shares.shape)
    matrix(
        between(both.layers[layer].pattern[head], part),
        rows=PARTS,
        columns=PARTS,
        noun="mean weight",
        alt="Mean weight that the tokens of each sentence, and the marks, give to each.",
        key="between",
        says=(
            ("Here ", False),
            (f"{shares[chosen]:.2f}", True),
            (" crosses from one sentence to the other. Most crosses in ", False),
            (f"layer {most[0] + 1}, head {most[1] + 1}", True),
            (f": {shares.max():.2f}.", False),
        ),
    )
    if model.name == "MiniLM":
        screen.note("The last training of MiniLM gave it one sentence at a time.")


def _written(cosine: float) -> str:
    return f"{cosine:.2f}".replace("-", "−")
