"""Word vectors: a window over the sentence, what the vectors learned from windows, and a map of words."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import one_hot, word_list, word_network
from headlight.pages.embeddings.word_list import Sentence
from headlight.pages.embeddings.word_network import Method
from headlight.parts import dials
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, Switch, cached, said, view
from headlight.pictures import Group, Screen
from transformer import WordVectors
from transformer.experiments.windows import cbow_examples, neighbours, skip_gram_pairs
from transformer.principal import PCA, principal_components
from transformer.ranking import largest
from transformer.softmax import softmax

NEAREST = 8  # listed for the chosen word
N_RANDOM = 4  # random words shown beside the true neighbours
MOST_BARS = 10
_SEED = 7
_GROUND = 1500  # most frequent words as pale dots
SIZE = Dial(
    "slider",
    Key("words_around", Number(1, 5), "words of the window to each side"),
    "Window: words to each side",
    2,
    "deeper",
    width=260,
    help="The bundled vectors were trained with windows of up to 5 words to each side.",
)
METHOD = Dial[Method](
    "one_of",
    Key("method", OneOf(("Skip-gram", "CBOW")), "which way round words are predicted"),
    "Predict",
    "Skip-gram",
    "deeper",
    help="Skip-gram, at first: predicts each neighbour from the word in the middle. CBOW (continuous bag "
    "of words): the word in the middle from its neighbours.",
)
PROJECTION = Dial[Literal["PCA", "t-SNE"]](
    "one_of",
    Key("projection", OneOf(("PCA", "t-SNE")), "how word vectors become places on the map"),
    "Projection",
    "t-SNE",
    "deeper",
    help="t-SNE, at first: keeps neighbours together; sizes and distances of groups mean nothing. PCA: the "
    "two directions in which the vectors differ most.",
)
FRAME = Dial(
    "one_of",
    Key("frame", OneOf(("near my words", "all words")), "the part of the map that is seen"),
    "Show",
    "near my words",
    "deeper",
    help="Which part of the map you see: at first your words and those near them, else the whole list.",
)
LISTED = Dial(
    "toggle",
    Key("list_examples", Switch(), "all training examples of the sentence are listed"),
    "List all training examples of this sentence",
    False,
    "deeper",
    help="Off at first. On: a table of everything that this sentence would train.",
)


@view(
    box=dials.sentence(),
    dials=[word_list.CENTRE, SIZE, METHOD, PROJECTION, FRAME, LISTED],
    code={
        "word_vectors": "how sure the vectors are of two pairs",
        "one_hot": "the row of a word, as a one-hot row times the whole matrix",
    },
)
def word_vectors(state: State, screen: Screen) -> None:
    """The map of the words, and the words nearest to the chosen one."""
    vectors, sentence, centre = word_list.read(state)
    word = sentence.known[centre]
    screen.about(sentence.text, "words")
    word_list.chips(screen, vectors, sentence, centre)
    if passed := word_list.passed_text(vectors, sentence):
        screen.note(passed)
    places, near = screen.columns(62, 38, least=(420, 260))
    with places.headed("A map of the words", f"Lit: “{word}” and the words nearest to it. Choose another word."):
        _map(screen, vectors, sentence, centre, flattened=state[PROJECTION] == "PCA", whole=state[FRAME] == "all words")
    with near.headed(f"Nearest to “{word}”", "By cosine. One list for all its meanings."):
        nearest = vectors.nearest(word, NEAREST)
        screen.bars(
            np.clip([cosine for _, cosine in nearest], 0, None),
            labels=[other for other, _ in nearest],
            alt=f"The {NEAREST} words with the largest cosine to the chosen one.",
            key="nearest_words",
            quantity="cosine",
            linked=True,
        )


@word_vectors.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The window and its examples, one-hot rows, the vectors as a network, the lookup and one pair worked out."""
    vectors, sentence, centre = word_list.read(state)
    word = sentence.known[centre]
    around = [sentence.known[index] for index in neighbours(len(sentence.known), centre, state[SIZE])]
    screen.about(sentence.text, "words")
    _examples(screen, vectors, word, around, state[METHOD])
    one_hot.show(screen, vectors, sentence, centre)
    word_network.show(screen, vectors, word, around, state[METHOD])
    row = vectors.index(word)
    screen.heading(
        f"The row of “{word}”, and its first pair",
        "v is its row of W_in, u the row that the neighbour has in W_out, a second matrix for words as neighbours. "
        "Training lowers this loss, and −ln σ(−u · v) for each random word.",
    )
    screen.formula(vector_formulas.one_hot_row(vectors.vectors[row], row), key="lookup_formula")
    if around:
        neighbour = vectors.contexts[vectors.index(around[0])]
        screen.formula(vector_formulas.pair(vectors.vectors[row], neighbour), key="pair_formula")
    if state[LISTED]:
        columns = examples(sentence.known, state[SIZE], state[METHOD])
        screen.note(f"{len(columns['Given'])} examples.")
        alt = "Every training example that the sentence gives."
        screen.table(columns, alt=alt, key="training_examples", height=260)


def examples(words: Sequence[str], size: int, method: Method) -> dict[str, list[str]]:
    """Every training example that the known words of a sentence give, column by column."""
    if method == "Skip-gram":
        pairs = skip_gram_pairs(words, size)
    else:
        pairs = [(", ".join(inputs), target) for inputs, target in cbow_examples(words, size)]
    return {"Given": [inputs for inputs, _ in pairs], "To predict": [target for _, target in pairs]}


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
            f"Given: {', '.join(around)}. The most likely words in the middle, by the mean of their vectors.",
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


@cached(most=2)
def _shadow(vectors: WordVectors) -> PCA:
    return principal_components(vectors.units, 2)


def _map(
    screen: Screen, vectors: WordVectors, sentence: Sentence, centre: int, *, flattened: bool, whole: bool
) -> None:
    """The sentence's words and those nearest to the chosen one, lit, over the most frequent ones."""
    places, axes = vectors.map, ("t-SNE: only near and far count", "")
    if flattened:
        seen = _shadow(vectors)
        places, (first, second) = seen.places, seen.shares
        axes = (f"direction 1: {first:.1%} of the variance", f"direction 2: {second:.1%} of the variance")
    chosen = vectors.index(sentence.known[centre])
    rows_of_sentence = [row for row in map(vectors.index, dict.fromkeys(sentence.known)) if row != chosen]
    lit = [vectors.index(word) for word, _ in vectors.nearest(sentence.known[centre], NEAREST)]
    groups = [
        range(min(_GROUND, len(places))),
        rows_of_sentence,
        [row for row in lit if row not in rows_of_sentence],
        [chosen],
    ]
    looks: list[dict[str, Any]] = [
        {"colour": "soft", "size": 1.6, "named": False, "name": "frequent words"},
        {"colour": "ink", "size": 4.5, "name": "in your sentence"},
        {"colour": "accent", "size": 4.0, "name": "its nearest"},
        {"colour": "accent", "size": 7.0},
    ]
    drawn = [row for rows in groups for row in rows]

    def choose(point: int) -> dict[str, int] | None:
        """The word of the sentence that this point is of."""
        word = vectors.words[drawn[point]]
        return {"centre": sentence.places[sentence.known.index(word)]} if word in sentence.known else None

    screen.plane(
        [
            Group(places[rows], [vectors.words[row] for row in rows], **look)
            for rows, look in zip(groups, looks, strict=True)
        ],
        framed=range(len(groups)) if whole else range(1, len(groups)),
        alt="A map of the word vectors, with the words of the sentence named.",
        key="word_map",
        axes=axes,
        height=430,
        on_point=choose,
        linked=True,
    )
