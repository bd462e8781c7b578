"""One text as the training examples that it holds: what each row of the mask lets in, the next token, its loss."""

from collections.abc import Sequence
from typing import TypedDict

from jaxtyping import Bool, Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, picture


class TrainingExample(TypedDict):
    """A row of `TrainingExamples`: of each word whether it is in view, and how the answer was guessed."""

    seen: list[bool]
    answer: str
    chance: float
    loss: float
    before: float | None


class TrainingExamples(TypedDict):
    """See `training_examples`; `rest` says what is left out."""

    words: list[str]
    rows: list[TrainingExample]
    rest: str
    alt: str


_SHOWN = 24  # rows; more can be scrolled past but not compared


@picture
def training_examples(
    words: Sequence[str],
    may_look: Bool[Array, "query key"],
    *,
    chances: Float[Array, " next"],
    losses: Float[Array, " next"],
    before: Float[Array, " next"] | None,
    alt: str,
    key: str,
) -> Drawn[TrainingExamples]:
    """Draw a row for each token that is followed by one: the tokens in view, the next token, and how it was guessed.

    `words` are the tokens of the text without padding, of which the last is only ever an answer. `chances` and
    `losses` belong to words[1:]; `before` are the losses without a change, drawn as dashed outlines. A row whose
    answer is in view is marked.
    """
    count = max(len(words) - 1, 0)
    rows: list[TrainingExample] = [
        {
            "seen": [bool(seen) for seen in may_look[position, : len(words)]],
            "answer": words[position + 1],
            "chance": float(chances[position]),
            "loss": float(losses[position]),
            "before": None if before is None else float(before[position]),
        }
        for position in range(min(count, _SHOWN))
    ]
    left_out = count - len(rows)
    header: TrainingExamples = {
        "words": list(words),
        "rows": rows,
        "rest": f"{left_out} more rows are not shown." if left_out else "",
        "alt": alt,
    }
    table = tables.of(
        ["position", "next token", "p", "nats", "nats before"],
        [
            tables.count(len(rows), 1),
            *(tables.field(f"rows.*.{name}") for name in ("answer", "chance", "loss", "before")),
        ],
        labels=2,
    )
    return Drawn(header, table=table, key=key)
