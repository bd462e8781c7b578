"""The bundled word vectors, which words of the sentence are on their list, and which of these is chosen."""

from dataclasses import dataclass

from headlight.parts.nouns import CannotShow, Dial, Key, Number, State, bundled, cached, chosen_in_picture, readable
from headlight.parts.tokens import telling
from headlight.pictures import Screen
from headlight.reading.threads import one_core_each
from transformer import WordVectors, load_words
from transformer.bundled.word_vectors import words_of

MOST_DISTINCT = 12  # words in the matrices: more would be too small to read
CENTRE: Dial[int | None] = chosen_in_picture(
    Key("centre", Number(0, 1000), "the word in the middle of the window, from 0"), None
)


@dataclass(frozen=True)
class Sentence:
    """The words of a text that have a vector, and where they stand among all its words."""

    text: str
    words: tuple[str, ...]  # all, in order
    places: tuple[int, ...]  # of those with a vector

    @property
    def known(self) -> list[str]:
        """The words that have a vector, in order."""
        return [self.words[index] for index in self.places]


@cached
def vectors() -> WordVectors:
    """The bundled vectors, read once and shared by all visitors. CannotShow where their folder cannot be read."""
    one_core_each()
    with readable("The word vectors"):
        return load_words("words")


def sentence(vectors: WordVectors, text: str) -> Sentence:
    """The words of the text, and which of them are on the list."""
    words = tuple(words_of(text))
    return Sentence(text, words, tuple(index for index, word in enumerate(words) if vectors.row_of(word) is not None))


def read(state: State) -> tuple[WordVectors, Sentence, int]:
    """The vectors, the sentence of the box, and which of its known words is chosen, from 0.

    Where none is chosen it is the one that says most. A word without a vector, or a place past the end, gives the known
    word before it. CannotShow for a text without a listed word.
    """
    word_vectors = vectors()
    typed, chosen = sentence(word_vectors, state.text), state[CENTRE]
    if not typed.places:
        raise CannotShow(
            f"None of these words has a vector: only the {len(word_vectors.words):,} most frequent do. That is why "
            "models use tokens."
        )
    if chosen is None:
        return word_vectors, typed, telling([bundled().tokenizer.encode(word) for word in typed.known])
    return word_vectors, typed, max(0, sum(index <= chosen for index in typed.places) - 1)


def chips(screen: Screen, vectors: WordVectors, typed: Sentence, centre: int) -> None:
    """Every word, and which are not listed; the centre is framed."""
    chosen = typed.places[centre]
    screen.token_chips(
        typed.words,
        notes=["" if vectors.row_of(word) is not None else "not listed" for word in typed.words],
        strong=(chosen,),
        shares=[0.7 if index == chosen else 0 for index in range(len(typed.words))],
        key="word_chips",
        one_line=True,
        on_place=lambda number: {"centre": number},
    )


def passed_text(vectors: WordVectors, typed: Sentence) -> str:
    """Return the line under the chips where a word has no vector; elsewhere nothing."""
    if len(typed.words) == len(typed.places):
        return ""
    return f"A word outside the list of {len(vectors.words):,} has no vector and is passed over."
