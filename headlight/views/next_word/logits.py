"""Logits: one logit, taken apart into a dot product."""

import numpy as np

from headlight.formulas import prediction
from headlight.frame import dials, opening, vocabulary
from headlight.frame.nouns import Dial, Model, State, view
from headlight.pictures import Board, Cell, formula, strips, word_grid
from headlight.views.next_word import writing
from transformer import Trace
from transformer.ranking import largest

_CANDIDATES = 12
CANDIDATE = Dial("slider", "candidate", "Candidate (1: the likeliest)", 1, help="Counted as in the table.")


@view(box=dials.sentence(), dials=[CANDIDATE, writing.WRITTEN], needs=("next words", "plain logits"))
def logits(state: State, screen: Board) -> None:
    """The last token's final vector, a candidate's row of W_U, and their products; beside them all candidates."""
    model, trace = state.model, state.trace()
    writing.so_far(state, screen)
    id, final, row = _factors(state)
    vectors, candidates = screen.columns(60, 40, least=(300, 320))
    with vectors:
        screen.heading(
            f"final, the row of “{vocabulary.shown(model, id)}” in W_U, and their products",
            "final is the last token’s residual after the last norm. The sum of the products is the logit.",
        )
        # Each on its own scale: a logit is made of many small products.
        for name, vector in (("final", final[None]), ("row of W_U", row[None]), ("product", (final * row)[None])):
            if name == "product":
                opening.mark(trace, vector, "logit", id)
            strips(
                {name: vector},
                tokens=trace.words[trace.last : trace.last + 1],
                first=trace.last,
                height=30,
                alt=f"{name}: {vector.size} numbers.",
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


@logits.deeper
def arithmetic(state: State, screen: Board) -> None:
    """The logit of the candidate as the sum of its products."""
    id, final, row = _factors(state)
    screen.heading("A logit is a dot product", "Of two vectors: what the last token became, and a row of W_U.")
    formula(prediction.logit(final * row, id), key="logit_formula")


def _factors(state: State) -> tuple[int, np.ndarray, np.ndarray]:
    """The id of the candidate, the last token's final vector, and the candidate's row of W_U."""
    trace = state.trace()
    id = int(largest(trace.next_logits, _CANDIDATES)[state[CANDIDATE] - 1])
    return id, trace.final[trace.last], trace.unembedding[id]


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
