"""One logit of a token, taken apart into a dot product, and the likeliest candidates with theirs."""

from dataclasses import replace

import numpy as np

from headlight.formulas import prediction
from headlight.parts import dials, vocabulary
from headlight.parts.nouns import Model, State, decimal
from headlight.pictures import Cell, Screen
from headlight.state import opening
from transformer import Plan, Trace
from transformer.ranking import largest

_CANDIDATES = 12
CANDIDATE = replace(
    dials.CANDIDATE, place="deeper", width=300, when=lambda state: is_product(Plan.of(state.model.config))
)


def is_product(plan: Plan) -> bool:
    """Whether a logit is a dot product and nothing else: no bias is added to it, and it is not pressed together."""
    return plan.logit_softcap is None and "unembedding" not in plan.biased


def show(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """A token's final vector, a candidate's row of W_U, and their products; beside them all candidates, and the sum."""
    if not is_product(trace.plan):
        screen.note("This model’s logits are no dot products alone: a bias is added, or they are pressed together.")
        return
    model, final = state.model, trace.final[position]
    candidates = largest(trace.logits_of(final), _CANDIDATES)
    id = int(candidates[state[CANDIDATE] - 1])
    row = trace.unembedding[id]
    vectors, likeliest = screen.columns(60, 40, least=(300, 320))
    with vectors.headed(
        f"final, the row of “{vocabulary.shown(model, id)}” in W_U, and their products",
        "A word of the last row: final is the token’s residual after the last norm. The products sum to the logit.",
    ):
        # Each on its own scale: a logit is made of many small products.
        for name, vector in (("final", final[None]), ("row of W_U", row[None]), ("product", (final * row)[None])):
            product = opening.shows(state, trace, "logit", id) if position == trace.last else None
            opens = {"final": opening.shows(state, trace, "final", [position]), "product": product}
            screen.strips(
                {name: vector},
                tokens=trace.words[position : position + 1],
                places=[position],
                height=30,
                alt=f"{name}: {vector.size} numbers.",
                key=f"logit_{name}",
                shows=opens,
            )
    with likeliest.headed("The most likely candidates", "Each has its own row of W_U; final is the same for all."):
        screen.word_grid(
            _candidates(model, trace, position, candidates[:8], id),
            names=[str(number) for number in range(1, 9)],
            columns=["token", "largest product", "sum: logit"],
            quantities=["number"] * 3,
            alt="The most likely next tokens with their largest product and their logit.",
            key="candidates",
        )
    screen.heading("A logit is a dot product", "Of two vectors: what the token became, and a row of W_U.")
    screen.formula(prediction.logit(final * row, id), key="logit_formula")


def _candidates(model: Model, trace: Trace, position: int, ids: np.ndarray, chosen: int) -> list[list[Cell]]:
    """A row for each candidate: the token, its largest product and the dimension of that, its logit."""
    products, logits = trace.final[position] * trace.unembedding[ids], trace.logits_of(trace.final[position])
    rows = []
    for id, row in zip(ids, products, strict=True):
        heaviest = int(np.abs(row).argmax())
        rows.append(
            [
                Cell(vocabulary.shown(model, int(id)), f"id {id}", strong=id == chosen),
                Cell(decimal(row[heaviest], ".3f"), f"dimension {heaviest}", number=float(row[heaviest])),
                Cell(decimal(logits[id], ".3f"), f"{len(row)} products", number=float(logits[id])),
            ]
        )
    return rows
