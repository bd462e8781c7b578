"""king - man + woman, or the same sum with any three words, and the rank of the word that one expects."""

from typing import NamedTuple

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import word_list
from headlight.parts.nouns import CannotShow, Choices, Dial, Dials, Key, Says, State, Switch, Text, said, view
from headlight.pictures import Group, Screen
from headlight.state.state import any_text
from transformer import WordVectors
from transformer.experiments.parallelogram import Parallelogram, parallelogram
from transformer.similarity import unit

ANSWERS = 8


class Analogy(NamedTuple):
    """first - minus + plus, and the word that one hopes to find there."""

    first: str
    minus: str
    plus: str
    expected: str

    @property
    def three_words(self) -> tuple[str, str, str]:
        """The three words of the sum."""
        return self[:3]


_BOXES = tuple(
    Dial("text", key, label, word, "above", width=150, reads=any_text, help=about)
    for key, label, word, about in (
        (Key("first", Text(40), "the first word of a sum"), "Word", "king", "The sum begins with it."),
        (Key("minus", Text(40), "the word that is taken from it"), "− minus", "man", "The sum subtracts its vector."),
        (Key("plus", Text(40), "the word that is added to it"), "+ plus", "woman", "The sum adds its vector."),
        (
            Key("expected", Text(40), "the word that is expected"),
            "= is it …?",
            "queen",
            "Your guess. At which rank does it come?",
        ),
    )
)
QUESTION = Dials[Analogy](_BOXES, lambda state: Analogy(*(state[box].strip() for box in _BOXES)))
TO_TRY = (
    Analogy("king", "man", "woman", "queen"),
    Analogy("paris", "france", "england", "london"),
    Analogy("walked", "walk", "talk", "talked"),
    Analogy("kitten", "cat", "dog", "puppy"),
    Analogy("bigger", "big", "small", "smaller"),
    Analogy("wolves", "wolf", "bear", "bears"),
    Analogy("down", "up", "hot", "cold"),
)
_SUMS = {
    f"{question.first} − {question.minus} + {question.plus} = {question.expected}?": question._asdict()
    for question in TO_TRY
}
CHOICES = Choices("sums", "Sums to try", lambda state: _SUMS)
LEFT_OUT = Dial(
    "toggle",
    Key("left_out", Switch(), "the words of the sum cannot be the answer"),
    "Leave out the three words of the sum",
    True,
    "deeper",
    help="On: the custom in papers. Off: the answer is often one of the three words themselves.",
)


@view(box=None, dials=[QUESTION, CHOICES, LEFT_OUT])
def word_sums(state: State, screen: Screen) -> None:
    """The parallelogram, and the words nearest to the sum."""
    vectors, asked = _asked(state)
    screen.about("", "words")
    left, right = screen.columns(58, 42)
    corners = _corners(vectors, asked)
    answers = vectors.analogy(*asked.three_words, ANSWERS, exclude=state[LEFT_OUT])
    with left.headed(
        "The parallelogram",
        f"“{asked.expected}” is {corners.away:.2f} away from the sum, where every vector has length 1.",
    ):
        _draw(screen, vectors, asked, corners, [word for word, _ in answers])
    listed = vectors.words[vectors.index(asked.expected)]
    cosines = dict(answers) | {listed: _cosine(vectors, asked)}
    with right.headed("The words nearest to the sum", "By cosine, and the word that you expect. Is it the first?"):
        screen.bars(
            [*cosines.values()],
            labels=[*cosines],
            faded=[] if listed in dict(answers) else [len(answers)],
            says=ranks(vectors, asked),
            alt="The words whose vectors have the largest cosine with the sum, and the word that is expected.",
            key="analogy_answers",
            quantity="cosine",
            linked=True,
        )


@word_sums.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The first coordinate of the sum and the cosine with the expected word, with their numbers."""
    vectors, asked = _asked(state)
    screen.about("", "words")
    screen.heading(
        "The sum and its cosine", "Each vector is divided by its length. The sum is s, w the word you expect."
    )
    worked = vector_formulas.analogy(*(vectors.units[vectors.index(word)] for word in asked))
    screen.formula(worked, key="analogy_formula")


def _asked(state: State) -> tuple[WordVectors, Analogy]:
    """The question of the boxes. CannotShow if one holds something that has no vector; then there is no sum."""
    vectors, asked = word_list.vectors(), state[QUESTION]
    if n_unknown := sum(vectors.row_of(word) is None for word in asked):
        boxes = "One of the boxes holds" if n_unknown == 1 else f"{n_unknown} of the boxes hold"
        raise CannotShow(
            f"{boxes} no single word of the list of {len(vectors.words):,}, so there is no sum yet. "
            "Go on typing: the sum appears once all four are listed words."
        )
    return vectors, asked


def ranks(vectors: WordVectors, asked: Analogy) -> Says:
    """Which rank the expected word has, with the words of the sum left out and without."""
    with_them = vectors.rank(asked.expected, *asked.three_words, exclude=False)
    without = vectors.rank(asked.expected, *asked.three_words)
    rank_without = " when the three words are left out, and **no. {with_them:,}**" if without else ""
    return said(
        f"**{{word}}** is **no. {{rank:,}}** of {{of:,}}{rank_without} with all words allowed.",
        word=asked.expected,
        rank=without or with_them,
        of=len(vectors.words),
        with_them=with_them,
    )


def _corners(vectors: WordVectors, asked: Analogy) -> Parallelogram:
    return parallelogram(*(vectors.units[vectors.index(word)] for word in asked))


def _cosine(vectors: WordVectors, asked: Analogy) -> float:
    """That of the sum with the expected word."""
    first, minus, plus, expected = (vectors.units[vectors.index(word)] for word in asked)
    return float(unit((first - minus + plus)[None])[0] @ expected)


def _draw(screen: Screen, vectors: WordVectors, asked: Analogy, corners: Parallelogram, answers: list[str]) -> None:
    """The step between two words, carried to the third, where it ends at the sum; the expected and nearest words."""
    (minus, first, plus), total = corners.points, corners.total
    asked = Analogy(*(vectors.words[vectors.index(word)] for word in asked))  # as they are listed
    others = [word for word in answers if word not in asked]
    also = [_corners(vectors, asked._replace(expected=word)) for word in others]

    def outside(*points: Parallelogram) -> list[str]:
        return [f"{point.outside:.2f} away from this plane" for point in points]

    nearest = np.array([point.expected for point in also]).reshape(-1, 2)
    unnamed, step = ["", ""], np.stack([minus, first])
    screen.plane(
        [
            Group(nearest, others, colour="soft", size=3.2, notes=outside(*also)),
            Group(step, unnamed, colour="d_model", path=True, dashed=True, size=5),
            Group(np.stack([plus, total]), unnamed, colour="d_model", path=True, size=5, carried=step),
            Group(np.stack([minus, plus]), unnamed, colour="soft", path=True, dashed=True, size=5),
            Group(corners.points, [asked.minus, asked.first, asked.plus], colour="d_model", size=6),
            Group(total[None], ["the sum"], colour="accent", size=7, hollow=True),
            Group(corners.expected[None], [asked.expected], colour="accent", size=6, notes=outside(corners)),
        ],
        alt="The three words as corners of a parallelogram, the sum as the fourth, and the expected word.",
        key="parallelogram",
        height=380,
        linked=True,
    )
