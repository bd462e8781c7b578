"""One-hot rows, which say nothing of a word, the learned rows that replace them, and the lookup as a product."""

import numpy as np

from headlight.pages.embeddings.word_list import Sentence
from headlight.pictures import Labels, Screen, Style
from transformer import WordVectors
from transformer.similarity import cosines


def show(screen: Screen, vectors: WordVectors, sentence: Sentence, centre: int) -> None:
    """One-hot rows, their distances, the cosines of the learned vectors; and a one-hot row times the whole matrix."""
    word, names = sentence.known[centre], sentence.distinct
    rows = vectors.vectors[[vectors.index(name) for name in names]]
    if len(set(sentence.known)) > len(names):
        screen.note(f"The matrices show the first {len(names)} words.")
    one_hot = np.eye(len(names), dtype=np.float32)
    left, middle, right = screen.columns(1, 1, 1)
    with left.headed(
        "One-hot: a 1 at its own position",
        f"A row for each word, {len(vectors.words):,} numbers long; those not shown are 0 too.",
    ):
        alt = "The one-hot rows."
        screen.matrix(
            one_hot, Labels(rows=names, columns=names, noun="entry"), style=Style(decimals=0), alt=alt, key="one_hot"
        )
    with middle.headed("Their distances: all the same", "Two different rows are √2 apart, whatever the words mean."):
        distances = np.linalg.norm(one_hot[:, None] - one_hot[None], axis=-1)
        alt = "The distance between each pair of one-hot rows: the square root of two for different words."
        screen.matrix(
            distances,
            Labels(rows=names, columns=names, noun="distance"),
            style=Style(extent=2.0),
            alt=alt,
            key="one_hot_distances",
        )
    with right.headed("Learned vectors: some are close", "Cosine: 1 the same direction, 0 nothing in common."):
        alt = "The cosine of the learned vectors of each pair of words."
        screen.matrix_of_cosines(cosines(rows, rows), rows=names, alt=alt, key="word_cosines")
    screen.heading(
        "A lookup is a product",
        "Above, a row of numbers for each word. Below, a one-hot row times the whole matrix W_E: it picks one of them.",
    )
    alt = "The learned vectors of the words of the sentence."
    screen.strips({"rows of W_E": rows}, tokens=names, alt=alt, key="word_rows", height=110)
    screen.strips(
        {"one-hot · W_E": product(vectors, word)[None]},
        tokens=[word],
        alt="The one-hot row of the chosen word times the whole matrix.",
        key="word_product",
        height=22,
        places=[sentence.words.index(word)],
    )


def product(vectors: WordVectors, word: str) -> np.ndarray:
    """The one-hot row of the word times W_E, every term of the sum computed: [width]."""
    one_hot = np.zeros(len(vectors.words), dtype=np.float32)
    one_hot[vectors.index(word)] = 1
    return one_hot @ vectors.vectors
