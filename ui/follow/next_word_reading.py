"""How the next word comes about: its logit as a dot product, and what each layer would say if it were the last."""

import numpy as np

from components.board import board
from components.curves import curves
from components.formula import formula
from components.strips import strips
from components.word_grid import Cell, word_grid
from formulas import prediction
from transformer import LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.lens import logit_lens, ranks
from transformer.softmax import softmax
from ui import controls, dials, vocabulary
from ui.follow import writing

_CANDIDATES, _TOP = 12, 5


def candidate() -> int:
    """Which of the likeliest next tokens is taken apart, from 0."""
    number = controls.slider(
        "candidate",
        "Candidate (1: the likeliest)",
        1,
        width=260,
        help="Counted as in the table: the likeliest token is 1.",
    )
    return number - 1


def show_logit(model: LanguageModel, trace: Trace) -> None:
    """The last token's final vector, a candidate's row of W_U, their products, and the sum of these: the logit."""
    order = largest(trace.next_logits, _CANDIDATES)
    place = candidate()
    id = int(order[place])
    final, row = trace.final[trace.last], trace.unembedding[id]
    products = final * row
    with board(key="logit", text=trace.text) as drawn:
        writing.so_far(drawn, trace)
        drawn.heading("A logit is a dot product", "Of two vectors: what the last token became, and a row of W_U.")
        left, right = drawn.columns(66, 34)
        with left:
            drawn.heading(
                "final, a row of W_U, and their products",
                "final is the last token’s residual after the last norm. The products summed are the logit.",
            )
            # Each on its own scale: a logit is made of many small products.
            for name, vector in (("final", final), ("row of W_U", row), ("product", products)):
                strips(
                    {name: vector[None]},
                    tokens=trace.words[trace.last : trace.last + 1],
                    first=trace.last,
                    height=24,
                    alt=f"{name}: {len(vector)} numbers.",
                    key=f"logit_{name}",
                )
            formula(prediction.logit(products, id), key="logit_formula")
        with right:
            drawn.heading("The likeliest candidates", "Each has its own row of W_U; final is the same for all.")
            word_grid(
                _candidates(model, trace, order[:8], id),
                names=[str(number) for number in range(1, 9)],
                columns=["token", "largest product", "sum: logit"],
                alt="The likeliest next tokens with their largest product and their logit.",
                key="candidates",
            )


def _candidates(model: LanguageModel, trace: Trace, ids: np.ndarray, chosen: int) -> list[list[Cell]]:
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


def show_lens(model: LanguageModel, trace: Trace) -> None:
    """What each layer would say for one token's next, and how the model's own answer rises through the layers."""
    with dials.row():
        place = dials.token(len(trace.tokens))
        without = controls.toggle(
            "without_itself",
            "Leave out the token’s own embedding",
            False,
            help="This model’s W_U is its W_E, so a stream that still holds a token’s embedding names that "
            "token. Subtracting the embedding shows what the layers themselves have written.",
        )
    logits = logit_lens(model.transformer, trace, place, without_itself=without)
    answer = int((trace.unembedding @ trace.final[place]).argmax())  # of one row: the vocabulary is wide
    probabilities = softmax(logits)
    rank = ranks(logits, answer)
    names = ["input", *(f"layer {layer + 1}" for layer in range(model.config.n_layers))]
    with board(key="lens", text=trace.text) as drawn:
        writing.so_far(drawn, trace)
        drawn.heading(
            f"The logit lens: what each layer would say after position {place}",
            "The residual stream after each layer, sent through the last norm and W_U as if no layer came after it. "
            "Deeper colour: likelier. Framed: the model’s own answer.",
        )
        left, right = drawn.columns(62, 38)
        with left:
            word_grid(
                [_said(model, row, answer) for row in probabilities],
                names=names,
                columns=["says first", "second", "third", "fourth", "fifth"],
                says=[
                    ("The model’s answer “", False),
                    (vocabulary.shown(model, answer), True),
                    (
                        f"” has rank {', '.join(f'{number:,}' for number in rank)}, from the input to the last layer.",
                        False,
                    ),
                ],
                alt="The likeliest next tokens when each layer's residual is read by the last norm "
                "and the unembedding.",
                key="lens_words",
            )
        with right:
            drawn.heading(
                "The answer, layer by layer", "The probability that each layer would give the model’s answer."
            )
            curves(
                {"probability of the answer": probabilities[:, answer]},
                over=np.arange(len(names), dtype=np.float64),
                x_title="layers passed",
                y_title="probability",
                y_range=(0.0, 1.0),
                at=float(len(names) - 1),
                height=270,
                alt="Probability of the model's answer if the stream were read after each layer.",
                key="lens_curve",
            )
        worked = prediction.lens(probabilities[:, answer], rank)
        formula(worked, key="lens_formula")


def _said(model: LanguageModel, probabilities: np.ndarray, answer: int) -> list[Cell]:
    """The likeliest tokens of one layer, the model's own answer framed."""
    ids = largest(probabilities, _TOP)
    return [
        Cell(vocabulary.shown(model, int(id)), f"{probabilities[id]:.4f}", float(probabilities[id]), bool(id == answer))
        for id in ids
    ]
