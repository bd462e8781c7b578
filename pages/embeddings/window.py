"""The window over a sentence: the examples that it gives word vectors, and one of them worked out."""

from typing import Literal

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import listed, word_list
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, said
from headlight.pictures import Screen
from transformer import WordVectors
from transformer.experiments.windows import neighbours
from transformer.ranking import largest
from transformer.softmax import softmax

Method = Literal["Skip-gram", "CBOW"]
NEAREST = 8  # of CBOW's guesses
N_RANDOM = 4  # random words shown beside the true neighbours
MOST_BARS = 10
_SEED = 7
SIZE = Dial(
    "slider",
    Key("words_around", Number(1, 5), "words of the window to each side"),
    "Window: words to each side",
    2,
    "deeper",
    when=lambda state: state[listed.TABLE] == listed.WORDS,
    width=260,
    help="The bundled vectors were trained with windows of up to 5 words to each side.",
)
METHOD = Dial[Method](
    "one_of",
    Key("method", OneOf(("Skip-gram", "CBOW")), "which way round words are predicted"),
    "Predict",
    "Skip-gram",
    "deeper",
    when=lambda state: state[listed.TABLE] == listed.WORDS,
    help="Skip-gram: predicts each neighbour from the word in the middle. CBOW (continuous bag "
    "of words): the word in the middle from its neighbours.",
)


def show(state: State, screen: Screen) -> None:
    """Draw the examples of the chosen word, and one pair worked out."""
    vectors, sentence, centre = word_list.read(state)
    word = sentence.known[centre]
    around = [sentence.known[index] for index in neighbours(len(sentence.known), centre, state[SIZE])]
    screen.about(sentence.text, "words")
    _examples(screen, vectors, word, around, state[METHOD])
    if around:
        screen.heading(
            f"The first pair of “{word}”",
            "v is its row of W_in, u the neighbour’s row of W_out. Training lowers this loss, and −ln σ(−u · v) for "
            "each random word.",
        )
        neighbour = vectors.contexts[vectors.index(around[0])]
        screen.formula(vector_formulas.pair(vectors.vectors[vectors.index(word)], neighbour), key="pair_formula")


def _examples(screen: Screen, vectors: WordVectors, word: str, around: list[str], method: Method) -> None:
    """The examples that the window gives, with the number that the trained vectors give each of them."""
    if not around:
        screen.heading("A window needs two words", "Type one more word with a vector: alone it has no neighbours.")
    elif method == "Skip-gram":
        near = list(dict.fromkeys(around))[:MOST_BARS]
        labels = [*near, *_strangers(vectors, [*near, word])]
        screen.heading(
            f"Skip-gram: from “{word}” to each neighbour",
            "How sure the vectors are that real text has the pair. Paler: words drawn at random, trained towards 0.",
        )
        screen.bars(
            vectors.pair_chance(word, labels),
            labels=labels,
            faded=range(len(near), len(labels)),
            alt="For each training pair of the window, and for random words, the chance that it is a true pair.",
            key="window_examples",
            quantity="probability",
        )
    else:
        # CBOW's own forward pass; the vectors were trained by skip-gram.
        scores = vectors.contexts @ vectors.vectors[[vectors.index(neighbour) for neighbour in around]].mean(axis=0)
        probabilities = softmax(scores)
        order = largest(probabilities, NEAREST)
        screen.heading(
            f"CBOW: from {len(around)} neighbours to the word between them",
            f"Which word fits between {', '.join(around)}? By the mean of their vectors.",
        )
        screen.bars(
            probabilities[order],
            labels=[vectors.words[row] for row in order],
            alt="The most likely words in the middle of the window.",
            key="window_examples",
            quantity="probability",
            says=said(
                "The word that is really there, **{word}**, is guess no. **{rank:,}** of {of:,}. These vectors were "
                "trained by skip-gram, not to guess like this.",
                word=word,
                rank=1 + int((scores > scores[vectors.index(word)]).sum()),
                of=len(vectors.words),
            ),
        )


def _strangers(vectors: WordVectors, near: list[str]) -> list[str]:
    """Random words that are no neighbours, drawn as in training by count to the power 3/4; the same at each key."""
    shares = vectors.counts**0.75
    drawn = np.random.default_rng(_SEED).choice(len(vectors.words), 40, replace=False, p=shares / shares.sum())
    return [word for word in (vectors.words[row] for row in drawn) if word not in near][:N_RANDOM]
