"""How the next word comes about: its logit as a dot product, and what each layer would say if it were the last."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from headlight.formulas import prediction
from headlight.frame import controls, vocabulary
from headlight.frame.reader import Model
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.strips import strips
from headlight.pictures.word_grid import Cell, word_grid
from transformer import Trace
from transformer.ranking import largest
from transformer.readings.lens import logit_lens, ranks
from transformer.softmax import softmax

_CANDIDATES, _TOP = 12, 5
_ROWS = 9  # of layers that one screen has room for


def candidate() -> int:
    """A dial in the sidebar: which of the likeliest next tokens is taken apart, from 0."""
    with st.sidebar:
        number = controls.slider("candidate", "Candidate (1: the likeliest)", 1, help="Counted as in the table.")
    return number - 1


def without_itself(model: Model) -> bool:
    """A switch in the sidebar: the lens leaves out the token's own embedding, where W_U is W_E."""
    if not model.config.tied:
        return False
    with st.sidebar:
        return controls.toggle(
            "without_itself",
            "Leave out the token’s own embedding",
            False,
            help="This model’s W_U is its W_E, so a stream that still holds a token’s embedding names that "
            "token. Subtracting the embedding shows what the layers themselves have written.",
        )


def _factors(trace: Trace, candidate: int) -> tuple[int, np.ndarray, np.ndarray]:
    """The id of a candidate, the last token's final vector, and the candidate's row of W_U."""
    id = int(largest(trace.next_logits, _CANDIDATES)[candidate])
    return id, trace.final[trace.last], trace.unembedding[id]


def show_logit(screen: Board, model: Model, trace: Trace, candidate: int) -> None:
    """The last token's final vector, a candidate's row of W_U, and their products; beside them all candidates."""
    id, final, row = _factors(trace, candidate)
    vectors, candidates = screen.columns(60, 40, least=(300, 320))
    with vectors:
        screen.heading(
            f"final, the row of “{vocabulary.shown(model, id)}” in W_U, and their products",
            "final is the last token’s residual after the last norm. The sum of the products is the logit.",
        )
        # Each on its own scale: a logit is made of many small products.
        for name, vector in (("final", final), ("row of W_U", row), ("product", final * row)):
            strips(
                {name: vector[None]},
                tokens=trace.words[trace.last : trace.last + 1],
                first=trace.last,
                height=30,
                alt=f"{name}: {len(vector)} numbers.",
                key=f"logit_{name}",
            )
    with candidates:
        screen.heading("The likeliest candidates", "Each has its own row of W_U; final is the same for all.")
        word_grid(
            _candidates(model, trace, largest(trace.next_logits, _CANDIDATES)[:8], id),
            names=[str(number) for number in range(1, 9)],
            columns=["token", "largest product", "sum: logit"],
            alt="The likeliest next tokens with their largest product and their logit.",
            key="candidates",
        )


def show_sum(screen: Board, trace: Trace, candidate: int) -> None:
    """The logit of the candidate as the sum of its products."""
    id, final, row = _factors(trace, candidate)
    screen.heading("A logit is a dot product", "Of two vectors: what the last token became, and a row of W_U.")
    formula(prediction.logit(final * row, id), key="logit_formula")


def _candidates(model: Model, trace: Trace, ids: np.ndarray, chosen: int) -> list[list[Cell]]:
    """A row for each candidate: the token, its largest product and the dimension of that, its logit."""
    products = trace.final[trace.last] * trace.unembedding[ids]
    rows = []
    for id, row in zip(ids, products, strict=True):
        heaviest = int(np.abs(row).argmax())
        rows.append(
            [
                Cell(vocabulary.shown(model, int(id)), f"id {id}", strong=id == chosen),
                Cell(_signed(row[heaviest]), f"dimension {heaviest}"),
                Cell(_signed(trace.next_logits[id]), f"{len(row)} products"),
            ]
        )
    return rows


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


class Lens(NamedTuple):
    """How a model's answer fares when its stream is read after each layer."""

    probabilities: np.ndarray  # of the answer: [layer], from the input to the last layer
    rank: np.ndarray  # the answer's, 1 where it is the likeliest


def show_lens(screen: Board, model: Model, trace: Trace, place: int, *, without_itself: bool) -> Lens:
    """What each layer would say for one token's next, and how the model's own answer rises through the layers."""
    logits = logit_lens(model.transformer, trace, place, without_itself=without_itself)
    answer = int(trace.logits_of(trace.final[place]).argmax())  # of one row: the vocabulary is wide
    probabilities = softmax(logits)
    lens = Lens(probabilities[:, answer], ranks(logits, answer))
    n_layers = model.config.n_layers
    names = ["input", *(f"layer {layer + 1}" for layer in range(n_layers))]
    every = -(-n_layers // _ROWS)
    listed = sorted({0, *range(n_layers, 0, -every)})  # the last layer is the answer itself
    said, rising = screen.columns(62, 38, least=(440, 260))
    with said:
        screen.heading(
            f"What each layer would say after position {place}",
            "Deeper colour: likelier. Framed: the model’s own answer."
            + (f" Of {n_layers} layers one in {every}; the curve has all." if every > 1 else ""),
        )
        word_grid(
            [_said(model, probabilities[state], answer) for state in listed],
            names=[names[state] for state in listed],
            columns=["says first", "second", "third", "fourth", "fifth"],
            says=[
                ("The model’s answer “", False),
                (vocabulary.shown(model, answer), True),
                (
                    f"” has rank {', '.join(f'{lens.rank[state]:,}' for state in listed)}, {_way(names, listed)}.",
                    False,
                ),
            ],
            alt="The likeliest next tokens when each layer's residual is read by the last norm and the unembedding.",
            key="lens_words",
        )
    with rising:
        screen.heading("The answer, layer by layer", "The probability that each layer would give the model’s answer.")
        curves(
            {"probability of the answer": lens.probabilities},
            over=np.arange(len(names), dtype=np.float64),
            x_title="layers passed",
            y_title="probability",
            y_range=(0.0, 1.0),
            at=float(len(names) - 1),
            height=330,
            alt="Probability of the model's answer if the stream were read after each layer.",
            key="lens_curve",
        )
    return lens


def _way(names: list[str], listed: list[int]) -> str:
    """Which states of the stream are listed, in words."""
    return "from the input to the last layer" if len(listed) == len(names) else "in these rows, from the top down"


def show_probabilities(lens: Lens) -> None:
    """The probability and the rank of the answer after each layer, as numbers."""
    formula(prediction.lens(lens.probabilities, lens.rank), key="lens_formula")


def _said(model: Model, probabilities: np.ndarray, answer: int) -> list[Cell]:
    """The likeliest tokens of one layer, the model's own answer framed."""
    ids = largest(probabilities, _TOP)
    return [
        Cell(vocabulary.shown(model, int(id)), f"{probabilities[id]:.4f}", float(probabilities[id]), bool(id == answer))
        for id in ids
    ]
