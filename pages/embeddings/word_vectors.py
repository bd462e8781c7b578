"""Word vectors: a window over the sentence, what the vectors learned from windows, and a map of words."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import one_hot, word_list, word_network
from headlight.pages.embeddings.word_list import Sentence
from headlight.pages.embeddings.word_network import Method
from headlight.parts import dials
from headlight.parts.nouns import Dial, State, cached, said, view
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
_BESIDE = 4  # drawn near each word of the sentence
_GROUND = 1500  # most frequent words as pale dots
SIZE = Dial("slider", "words_around", "Window: words to each side", 2, "above", width=260)
METHOD = Dial[Method]("one_of", "method", "Predict", "Skip-gram", "above")
PROJECTION = Dial[Literal["PCA", "t-SNE"]]("one_of", "projection", "Projection", "t-SNE", "above")
FRAME = Dial("one_of", "frame", "Show", "near my words", "above")
LISTED = Dial("toggle", "list_examples", "List all training examples of this sentence", False, "deeper")


@view(
    box=dials.sentence(),
    dials=[word_list.CENTRE, SIZE, METHOD, PROJECTION, FRAME, LISTED],
    code={
        "word_vectors": "how sure the vectors are of two pairs",
        "one_hot": "the row of a word, as a one-hot row times the whole matrix",
    },
)
def word_vectors(state: State, screen: Screen) -> None:
    """The examples that the window gives, the words nearest to the chosen one, and the map."""
    vectors, found, centre = word_list.read(state)
    word, around = found.known[centre], neighbours(len(found.known), centre, state[SIZE])
    screen.about(found.text, "words")
    word_list.chips(screen, vectors, found, centre, around)
    screen.note(f"{word_list.listed_text(vectors, found)} The darker words are its window.")
    pairs, near, places = screen.columns(27, 25, 48, least=(300, 260, 420))
    with pairs:
        _examples(screen, vectors, word, [found.known[place] for place in around], state[METHOD])
    with near.headed(f"Nearest words to “{word}”", "By cosine, in the whole list. One list for all its meanings."):
        nearest = vectors.nearest(word, NEAREST)
        screen.bars(
            np.clip([cosine for _, cosine in nearest], 0, None),
            labels=[other for other, _ in nearest],
            alt=f"The {NEAREST} words with the largest cosine to the chosen one.",
            key="nearest_words",
            quantity="cosine",
        )
    with places.headed(
        "A map of the words", "Each word is a point. Compare: which words are beside those of your sentence?"
    ):
        _map(screen, vectors, found, flattened=state[PROJECTION] == "PCA", whole=state[FRAME] == "all words")


@word_vectors.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """One-hot rows and the vectors as a network, the lookup and one pair worked out, all examples of the sentence."""
    vectors, found, centre = word_list.read(state)
    word = found.known[centre]
    around = [found.known[place] for place in neighbours(len(found.known), centre, state[SIZE])]
    screen.about(found.text, "words")
    one_hot.show(screen, vectors, found, centre)
    word_network.show(screen, vectors, word, around, state[METHOD])
    place = vectors.index(word)
    screen.heading(
        f"The row of “{word}”, and its first pair",
        "v is its row of W_in, u the row that the neighbour has in W_out, a second matrix for words as neighbours. "
        "Training lowers this loss, and −ln σ(−u · v) for each random word.",
    )
    screen.formula(vector_formulas.one_hot_row(vectors.vectors[place], place), key="lookup_formula")
    if around:
        neighbour = vectors.contexts[vectors.index(around[0])]
        screen.formula(vector_formulas.pair(vectors.vectors[place], neighbour), key="pair_formula")
    if state[LISTED]:
        columns = examples(found.known, state[SIZE], state[METHOD])
        screen.note(f"{len(columns['Given'])} examples.")
        alt = "Every training example that the sentence gives."
        screen.table(columns, alt=alt, key="training_examples", height=260)


def examples(known: Sequence[str], size: int, method: Method) -> dict[str, list[str]]:
    """Every training example that the known words of a sentence give, column by column."""
    if method == "Skip-gram":
        found = skip_gram_pairs(known, size)
    else:
        found = [(", ".join(given), wanted) for given, wanted in cbow_examples(known, size)]
    return {"Given": [given for given, _ in found], "To predict": [wanted for _, wanted in found]}


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
        scores = vectors.contexts @ vectors.vectors[[vectors.index(each) for each in around]].mean(axis=0)
        probabilities = softmax(scores)
        order = largest(probabilities, NEAREST)
        screen.heading(
            f"CBOW: from {len(around)} neighbours to the word between them",
            f"Given: {', '.join(around)}. The likeliest words in the middle, from the mean of the neighbours’ vectors.",
        )
        screen.bars(
            probabilities[order],
            labels=[vectors.words[place] for place in order],
            alt="The likeliest words in the middle of the window.",
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
    return [word for word in (vectors.words[place] for place in drawn) if word not in near][:N_RANDOM]


@cached(most=2)
def _shadow(vectors: WordVectors) -> PCA:
    return principal_components(vectors.units, 2)


def _map(screen: Screen, vectors: WordVectors, found: Sentence, *, flattened: bool, whole: bool) -> None:
    """The sentence's words with the nearest of each, over the most frequent words as pale dots."""
    places, axes = vectors.map, ("t-SNE: only near and far count", "")
    if flattened:
        seen = _shadow(vectors)
        places, (first, second) = seen.places, seen.shares
        axes = (f"direction 1: {first:.1%} of the variance", f"direction 2: {second:.1%} of the variance")
    own = [vectors.index(word) for word in dict.fromkeys(found.known)]
    near = [vectors.index(word) for name in found.distinct for word, _ in vectors.nearest(name, _BESIDE)]
    beside = [place for place in dict.fromkeys(near) if place not in own]

    def group(rows: Sequence[int], **look: Any) -> Group:
        return Group(places[rows], [vectors.words[row] for row in rows], **look)

    screen.plane(
        [
            group(range(min(_GROUND, len(places))), colour="soft", size=1.6, named=False, name="frequent words"),
            group(beside, colour="d_model", size=3.2, name="nearest to them"),
            group(own, colour="accent", size=5.5, name="in your sentence"),
        ],
        framed=(0, 1, 2) if whole else (1, 2),
        alt="A map of the word vectors, with the words of the sentence named.",
        key="word_map",
        axes=axes,
        height=500,
    )
