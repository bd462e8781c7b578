"""A sentence in one of two tables of static vectors: of words, or of the model's own tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pages.embeddings import embedding_space, word_list
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Dial, Key, OneOf, State, bundled, cached
from headlight.pictures import Screen
from transformer import WordVectors
from transformer.principal import PCA, principal_components
from transformer.words import words_of

_SINGLE_BYTES = 300  # ids below are characters and parts of them
_GROUND = 1500  # rows of frequent words, as pale dots
WORDS = "Word2Vec"
TABLE = Dial[Literal["Word2Vec", "this model"]](
    "one_of",
    Key("table", OneOf((WORDS, "this model")), "whose static vectors are shown"),
    "Vectors of",
    WORDS,
    "above",
    help="Word2Vec: rows of 64 numbers for words, learned from old novels. This model: rows of W_E, 192 numbers for "
    "each token, learned from simple stories.",
)
PROJECTION = Dial[Literal["PCA", "t-SNE"]](
    "one_of",
    Key("projection", OneOf(("PCA", "t-SNE")), "how word vectors become places on the map"),
    "Projection",
    "t-SNE",
    "deeper",
    when=lambda state: state[TABLE] == WORDS,
    help="t-SNE: keeps neighbours together; sizes and distances of groups mean nothing. PCA: the "
    "two directions in which the vectors differ most.",
)


@dataclass(frozen=True, eq=False)
class Listed:
    """A table that all visitors read, and the rows of a sentence in it."""

    rows: Float[Array, "row number"]
    units: Float[Array, "row number"]  # each of length one
    places: Float[Array, "row 2"]  # on the map
    axes: tuple[str, str]
    ground: Sequence[int]  # rows of frequent words
    named: Callable[[Sequence[int]], list[str]]  # how rows are called
    own: Mapping[int, Mapping[str, Any]]  # the rows of the sentence, each once, with the keys that choose it
    chosen: int  # one of them

    @property
    def word(self) -> str:
        """How the chosen row is called."""
        return self.named([self.chosen])[0]


def read(state: State) -> Listed:
    """Find the sentence in the table that is shown. CannotShow for a text without a listed word."""
    return _of_words(state) if state[TABLE] == WORDS else _of_tokens(state)


def chips(screen: Screen, state: State) -> None:
    """Draw the words or tokens of the sentence, the chosen one framed, and say where a word has no vector."""
    if state[TABLE] == WORDS:
        vectors, sentence, centre = word_list.read(state)
        screen.about(sentence.text, "words")
        word_list.chips(screen, vectors, sentence, centre)
        if passed := word_list.passed_text(vectors, sentence):
            screen.note(passed)
    else:
        tokens.chips(screen, state, state.trace(), strong=(token(state),), on_place=dials.choose_token)


def in_space(state: State) -> tuple[Float[Array, "row 3"], Float[Array, " direction"]]:
    """Return all rows along the three directions in which they differ most, and the share of the variance of each."""
    if state[TABLE] == WORDS:
        seen = _shadow(word_list.read(state)[0])
        return seen.places, seen.shares
    space = embedding_space.of(bundled())
    return space.projected, space.shares


def token(state: State) -> int:
    """The chosen token: at first the one that says most of those that are a word alone."""
    trace = state.trace()
    whole = [word.tokens[0] for word in words_of(trace.text, trace.tokens) if len(word.tokens) == 1] or [trace.last]
    first = whole[tokens.telling([[trace.tokens[position]] for position in whole])]
    return dials.position(state[dials.TOKEN], len(trace.tokens), empty=first)


def _of_words(state: State) -> Listed:
    vectors, sentence, centre = word_list.read(state)
    places, axes = vectors.map, ("t-SNE: only near and far count", "")
    if state[PROJECTION] == "PCA":
        seen = _shadow(vectors)
        places, axes = seen.places[:, :2], _shares(seen.shares)
    own = dict[int, Mapping[str, Any]]()
    for place, word in zip(sentence.places, sentence.known, strict=True):
        own.setdefault(vectors.index(word), {"centre": place})
    return Listed(
        vectors.vectors,
        vectors.units,
        places,
        axes,
        range(min(_GROUND, len(places))),
        lambda rows: [vectors.words[row] for row in rows],
        own,
        vectors.index(sentence.known[centre]),
    )


def _of_tokens(state: State) -> Listed:
    space, trace = embedding_space.of(bundled()), state.trace()
    own = dict[int, Mapping[str, Any]]()
    for position, piece in enumerate(trace.tokens):
        own.setdefault(piece.id, dials.choose_token(position))
    return Listed(
        space.rows,
        space.units,
        space.projected[:, :2],
        _shares(space.shares),
        range(_SINGLE_BYTES, _SINGLE_BYTES + _GROUND),
        lambda rows: vocabulary.labels(bundled(), rows),
        own,
        trace.tokens[token(state)].id,
    )


def _shares(shares: Float[Array, " direction"]) -> tuple[str, str]:
    first, second = (f"direction {number}: {share:.1%} of the variance" for number, share in enumerate(shares[:2], 1))
    return first, second


@cached(most=2)
def _shadow(vectors: WordVectors) -> PCA:
    return principal_components(vectors.units, 3)
