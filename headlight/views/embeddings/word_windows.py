"""A window that moves over the sentence: what skip-gram and CBOW are asked to predict, and what the vectors answer."""

from typing import Literal

import numpy as np
import streamlit as st

from headlight.formulas import vectors as vector_formulas
from headlight.frame import controls
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.views.embeddings.word_list import Sentence
from transformer import WordVectors
from transformer.experiments.windows import cbow_examples, neighbours, skip_gram_pairs
from transformer.ranking import largest
from transformer.softmax import softmax

Method = Literal["Skip-gram", "CBOW"]
N_RANDOM = 4  # random words shown beside the true neighbours
MOST_BARS = 10
_SEED = 7


def size() -> int:
    """How many words to each side belong to the window."""
    return controls.slider(
        "words_around",
        "Window: words to each side",
        2,
        width=260,
        help="The bundled vectors were trained with windows of up to 5 words to each side.",
    )


def method() -> Method:
    """Which way round the prediction goes."""
    return controls.one_of(
        "method",
        "Predict",
        "Skip-gram",
        help="Skip-gram: from the word in the middle each of its neighbours. CBOW (continuous bag of words): from the "
        "neighbours together the word in the middle.",
    )


def strangers(vectors: WordVectors, near: list[str], count: int = N_RANDOM) -> list[str]:
    """Random words that are no neighbours, drawn as in training by count to the power 3/4; the same at each key."""
    shares = vectors.counts**0.75
    drawn = np.random.default_rng(_SEED).choice(len(vectors.words), 40, replace=False, p=shares / shares.sum())
    return [word for word in (vectors.words[place] for place in drawn) if word not in near][:count]


def guesses(vectors: WordVectors, around: list[str], count: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The likeliest centres of these neighbours: words, their softmax probability, and the scores of all words.

    A word's score is the dot product of its row of W_out with the mean of the neighbours' rows of W_in: CBOW's own
    forward pass, here on vectors that skip-gram trained.
    """
    mean = vectors.vectors[[vectors.index(word) for word in around]].mean(axis=0)
    scores = vectors.contexts @ mean
    probabilities = softmax(scores)
    order = largest(probabilities, count)
    return [vectors.words[place] for place in order], probabilities[order], scores


def show(screen: Board, vectors: WordVectors, found: Sentence, centre: int, size: int, method: Method) -> None:
    """The examples that the window gives, with the number that the trained vectors give each of them."""
    known = found.known
    word, around = known[centre], [known[place] for place in neighbours(len(known), centre, size)]
    if not around:
        screen.heading("A window needs two words", "Type one more word with a vector: alone it has no neighbours.")
    elif method == "Skip-gram":
        _show_pairs(screen, vectors, word, around)
    else:
        _show_guesses(screen, vectors, word, around)


def _show_pairs(screen: Board, vectors: WordVectors, word: str, around: list[str]) -> None:
    near = list(dict.fromkeys(around))[:MOST_BARS]
    others = strangers(vectors, [*near, word])
    screen.heading(
        f"Skip-gram: from “{word}” to each neighbour",
        "How sure the trained vectors are that the pair stood in real text. Paler: words drawn at random, for which "
        "training pushes the number to 0.",
    )
    bars(
        vectors.pair_chance(word, [*near, *others]),
        labels=[*near, *others],
        faded=range(len(near), len(near) + len(others)),
        alt="For each training pair of the window, and for random words, the chance that it is a true pair.",
        key="window_examples",
    )


def _show_guesses(screen: Board, vectors: WordVectors, word: str, around: list[str]) -> None:
    labels, probabilities, scores = guesses(vectors, around, 8)
    rank = 1 + int((scores > scores[vectors.index(word)]).sum())
    screen.heading(
        f"CBOW: from {len(around)} neighbours to the word between them",
        "Given: "
        + ", ".join(around)
        + ". The likeliest words in the middle, from the mean of the neighbours’ vectors.",
    )
    bars(
        probabilities,
        labels=labels,
        alt="The likeliest words in the middle of the window.",
        key="window_examples",
        says=[
            ("The word that stands there, ", False),
            (word, True),
            (", is guess no. ", False),
            (f"{rank:,}", True),
            (f" of {len(vectors.words):,}. These vectors were trained by skip-gram, not to guess like this.", False),
        ],
    )


def table(found: Sentence, size: int, method: Method) -> dict[str, list[str]]:
    """Every training example that the sentence gives, column by column."""
    if method == "Skip-gram":
        pairs = skip_gram_pairs(found.known, size)
        return {"Given": [given for given, _ in pairs], "To predict": [wanted for _, wanted in pairs]}
    examples = cbow_examples(found.known, size)
    return {"Given": [", ".join(given) for given, _ in examples], "To predict": [wanted for _, wanted in examples]}


def show_table(found: Sentence, size: int, method: Method) -> None:
    """The examples of the whole sentence, if the reader wants them."""
    if controls.toggle("list_examples", "List all training examples of this sentence", False):
        columns = table(found, size, method)
        st.caption(f"{len(columns['Given'])} examples.")
        st.dataframe(columns, key="training_examples", hide_index=True, height=260)


def show_formulas(screen: Board, vectors: WordVectors, found: Sentence, centre: int, around: list[int]) -> None:
    """The lookup, and the number of the first pair of the window, worked out."""
    place = vectors.index(found.known[centre])
    screen.heading(
        f"The row of “{found.known[centre]}”, and its first pair",
        "v is its row of W_in, u the row that the neighbour has in W_out, a second matrix for words as neighbours. "
        "Training lowers this loss, and −ln σ(−u · v) for each random word.",
    )
    formula(vector_formulas.one_hot_row(vectors.vectors[place], place), key="lookup_formula")
    if around:
        neighbour = vectors.contexts[vectors.index(found.known[around[0]])]
        formula(vector_formulas.pair(vectors.vectors[place], neighbour), key="pair_formula")
