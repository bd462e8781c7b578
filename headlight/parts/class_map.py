"""A class's own attention map: a row from each phone, and which of all heads attends most as the class does."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts import vocabulary
from headlight.pictures import Extras, Labels, Next, Screen, Words
from headlight.pictures.decimals import percent
from headlight.state.state import State
from transformer import UNCHANGED, Trace
from transformer.edited_rows import with_rows
from transformer.head import Head

MOST = 99  # taps on a word
_NEXT = 5  # words that could come next


class Row(NamedTuple):
    """The row of a word, as a phone draws it: how often each word that it may attend to was tapped."""

    query: int
    taps: tuple[int, ...]

    @classmethod
    def read(cls, given: Any, words: int, *, causal: bool) -> "Row":
        """Read what a phone has sent.

        Raises:
            ValueError: it is no row of a sentence with so many words, or nothing was tapped.
        """
        query, taps = (given.get("row"), given.get("taps")) if isinstance(given, dict) else (None, None)
        if type(query) is not int or query not in offered(words, causal=causal) or not isinstance(taps, list):
            raise ValueError("no row")
        if len(taps) != (query + 1 if causal else words) or not all(type(n) is int and 0 <= n <= MOST for n in taps):
            raise ValueError("no taps")
        if not any(taps):
            raise ValueError("nothing is tapped")
        return cls(query, tuple(taps))

    @classmethod
    def kept(cls, field: bytes) -> "Row":
        """Read a row as it is kept."""
        query, taps = json.loads(field)
        return cls(query, tuple(taps))

    @property
    def field(self) -> bytes:
        """Return it as it is kept."""
        return json.dumps([self.query, self.taps]).encode()


def offered(words: int, *, causal: bool) -> range:
    """Return the words that have a row to draw: where later words are hidden, the first has nothing to choose."""
    return range(1 if causal else 0, words)


def averaged(rows: Iterable[Row], words: int) -> Float[Array, "query key"]:
    """Put the rows of a class together.

    Returns:
        A weight for each pair of words, each row the mean of those who drew it; NaN in rows that nobody drew.
    """
    sums, counts = np.zeros((words, words)), np.zeros(words)
    for query, taps in rows:
        sums[query, : len(taps)] += np.array(taps) / sum(taps)
        counts[query] += 1
    with np.errstate(invalid="ignore"):
        return sums / counts[:, None]


def shared(drawn: Float[Array, "query key"], patterns: Float[Array, "*heads query key"]) -> Float[Array, "*heads"]:
    """Measure how alike two ways to attend are: which part of the attention both give to the same words.

    Args:
        drawn: a class's rows; those of NaN are left out.
        patterns: of heads, rows that sum to 1.

    Returns:
        The mean over drawn rows of the sum of the smaller of both weights: 1 where all rows are the same, 0 where no
        word gets attention from both. It is 1 less the total variation distance.
    """
    there = ~np.isnan(drawn[:, 0])
    return np.minimum(drawn[there], patterns[..., there, :]).sum(axis=-1).mean(axis=-1)


def fill(screen: Screen, words: Sequence[str], drawn: Float[Array, "query key"], *, causal: bool) -> None:
    """Draw the class's matrix; rows that nobody has drawn are hatched, as are later words."""
    later = np.triu(np.ones(drawn.shape, dtype=bool), 1) if causal else np.zeros(drawn.shape, dtype=bool)
    screen.matrix(
        np.nan_to_num(drawn),
        Labels(words, words, "weight"),
        hidden=later | np.isnan(drawn),
        alt="The class: each row is how one word attends, as phones have drawn it.",
        key="class_map",
    )


def compare(screen: Screen, trace: Trace, drawn: Float[Array, "query key"]) -> None:
    """Draw the class's matrix beside that of the head that is most like it, and how like it every head is."""
    alike = shared(drawn, trace.patterns)
    best, least = (Head(*map(int, np.unravel_index(at, alike.shape))) for at in (alike.argmax(), alike.argmin()))
    free = ~np.isneginf(trace.layers[0].masked[0])
    evenly = float(shared(drawn, free / free.sum(axis=-1, keepdims=True)))
    count = int((~np.isnan(drawn[:, 0])).sum())
    rows = "1 row" if count == 1 else f"{count} rows"
    screen.heading(
        f"You attend like {best.title} ({alike[best]:.2f}). Most unlike: {least.title} ({alike[least]:.2f}).",
        f"Shared attention: what goes to the same words, a mean over {rows}. Evenly spread: {evenly:.2f}.",
    )
    own, other, all_heads = screen.columns(37, 37, 26, least=(240, 240, 200))
    with own.headed("The class", "Hatched: not drawn."):
        fill(screen, trace.words, drawn, causal=trace.plan.causal)
    with other.headed(best.title[0].upper() + best.title[1:], "The same sentence."):
        screen.matrix(
            trace.layers[best.layer].pattern[best.head],
            Labels(trace.words, trace.words, "weight"),
            hidden=np.isneginf(trace.layers[best.layer].masked[best.head]),
            alt=f"The weights of {best.title}.",
            key="most_alike",
        )
    with all_heads.headed("Every head", "Shared attention."):
        screen.matrix_of_heads(
            alike,
            noun="shared",
            numbered=True,
            selected=(best.layer, best.head),
            alt="The shared attention of each head.",
            key="alike",
        )


def as_the_head(screen: Screen, state: State, head: Head, query: int, shares: Float[Array, " key"]) -> None:
    """Draw the class's ribbons from one word beside those of a head, and what comes next with either row in that head.

    `state` is that of the page that the class was asked about, `shares` are those of its taps, up to the `query`.
    """
    trace = state.trace()
    row = np.zeros(len(trace.tokens), dtype=np.float32)
    row[: query + 1] = shares
    by_hand = state.trace(with_rows(UNCHANGED, *head, {query: row}))
    for title, read, column in zip(("The class", "The head"), (by_hand, trace), screen.columns(1, 1), strict=True):
        labels, chances = vocabulary.likeliest(state.model, read, count=_NEXT)
        with column:
            screen.heading(title, f"What comes next: “{labels[0]}” with {percent(chances[0])}.")
            screen.looks(
                read.layers[head.layer].pattern[None, head.head : head.head + 1],
                Words(
                    [(word, token.text[:1].isspace()) for word, token in zip(trace.words, trace.tokens, strict=True)],
                    query,
                    (0, 0),
                    names=[[title]],
                ),
                Next(list(zip(labels, chances.tolist(), strict=True))),
                Extras(low=True),
                about="",
                alt=f"{title}: where it attends from the word, and what comes next.",
                key=title,
                on_choice=lambda choice: None,
            )
