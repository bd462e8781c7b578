"""One-hot rows and the vectors that replace them: distances, and the lookup as a product of matrices."""

import numpy as np

from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from headlight.pictures.strips import strips
from headlight.views.embeddings.word_list import Sentence
from transformer import WordVectors
from transformer.similarity import cosines


def product(vectors: WordVectors, word: str) -> np.ndarray:
    """The one-hot row of the word times W_E, every term of the sum computed."""
    one_hot = np.zeros(len(vectors.words), dtype=np.float32)
    one_hot[vectors.index(word)] = 1
    return one_hot @ vectors.vectors


def distances(rows: np.ndarray) -> np.ndarray:
    """The Euclidean distance of each two rows."""
    return np.linalg.norm(rows[:, None] - rows[None], axis=-1)


def show(screen: Board, vectors: WordVectors, found: Sentence) -> None:
    """Side by side: the one-hot rows, their distances, and the cosines of the learned vectors."""
    names = found.distinct
    one_hot = np.eye(len(names), dtype=np.float32)
    rows = vectors.vectors[[vectors.index(word) for word in names]]
    if len(set(found.known)) > len(names):
        screen.note(f"The matrices show the first {len(names)} words.")
    left, middle, right = screen.columns(1, 1, 1)
    with left:
        screen.heading(
            "One-hot: a 1 at its own place",
            f"A row for each word, {len(vectors.words):,} places long; the places not shown are 0 too.",
        )
        _matrix(one_hot, names, noun="entry", key="one_hot", decimals=0, alt="The one-hot rows.")
    with middle:
        screen.heading(
            "Their distances: all the same",
            "Two different rows are √2 apart, whatever the words mean.",
        )
        _matrix(
            distances(one_hot),
            names,
            noun="distance",
            key="one_hot_distances",
            extent=2.0,
            alt="The distance between each pair of one-hot rows: the square root of two for different words.",
        )
    with right:
        screen.heading(
            "Learned vectors: some are alike",
            "Cosine: 1 the same direction, 0 nothing in common.",
        )
        _matrix(
            cosines(rows, rows),
            names,
            noun="cosine",
            key="word_cosines",
            scale="diverging",
            extent=1.0,
            alt="The cosine of the learned vectors of each pair of words.",
        )


def show_lookup(screen: Board, vectors: WordVectors, found: Sentence, word: str) -> None:
    """The rows of the sentence's words, and the product of one word's one-hot row with the whole matrix."""
    names = found.distinct
    screen.heading(
        "A lookup is a product",
        "Above, a row of numbers for each word. Below, a one-hot row times the whole matrix W_E: it picks one of them.",
    )
    strips(
        {"rows of W_E": vectors.vectors[[vectors.index(name) for name in names]]},
        tokens=names,
        alt="The learned vectors of the words of the sentence.",
        key="word_rows",
        height=110,
    )
    strips(
        {"one-hot · W_E": product(vectors, word)[None]},
        tokens=[word],
        alt="The one-hot row of the chosen word times the whole matrix.",
        key="word_product",
        height=22,
        first=found.words.index(word),
    )


def _matrix(values: np.ndarray, names: list[str], **looks) -> None:
    matrix(values, rows=names, columns=names, **looks)
