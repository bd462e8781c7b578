"""Sums of word vectors: king - man + woman, with any three words, and the rank of the word that one expects."""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from headlight.formulas import vectors as vector_formulas
from headlight.frame import controls, to_try
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.pictures.plane import Group, plane
from transformer import WordVectors
from transformer.similarity import unit

ANSWERS = 8
_ALSO_DRAWN = 4  # of the nearest words, in the parallelogram
_BOXES = (
    ("first", "Word", "king"),
    ("minus", "− minus", "man"),
    ("plus", "+ plus", "woman"),
    ("expected", "= is it …?", "queen"),
)
TO_TRY = (
    ("king", "man", "woman", "queen"),
    ("paris", "france", "england", "london"),
    ("walked", "walk", "talk", "talked"),
    ("kitten", "cat", "dog", "puppy"),
    ("bigger", "big", "small", "smaller"),
    ("wolves", "wolf", "bear", "bears"),
    ("down", "up", "hot", "cold"),
)


@dataclass(frozen=True)
class Question:
    """first - minus + plus, and the word that one hopes to find there."""

    first: str
    minus: str
    plus: str
    expected: str

    @property
    def given(self) -> tuple[str, str, str]:
        """The three words of the sum."""
        return self.first, self.minus, self.plus


def question() -> Question:
    """Four boxes, and sums worth trying."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = [controls.text(key, label, default, width=150) for key, label, default in _BOXES]
        sums = [f"{first} − {minus} + {plus} = {expected}?" for first, minus, plus, expected in TO_TRY]
        to_try.offer("Sums to try", "sums", sums, _take, width="content")
    return Question(*(word.strip() or default for word, (_, _, default) in zip(words, _BOXES, strict=True)))


def _take(place: int) -> None:
    for word, (key, _, _) in zip(TO_TRY[place], _BOXES, strict=True):
        st.session_state[key] = word


def left_out() -> bool:
    """Whether the three words of the sum may be the answer."""
    return controls.toggle(
        "left_out",
        "Leave out the three words of the sum",
        True,
        help="The custom in papers. Without it the answer is often one of the words that one began with.",
    )


def unknown(vectors: WordVectors, asked: Question) -> list[str]:
    """The words of the question that have no vector."""
    return [word for word in (*asked.given, asked.expected) if vectors.place(word) is None]


def in_words(vectors: WordVectors, asked: Question) -> list[tuple[str, bool]]:
    """Which rank the expected word has, with the words of the sum left out and without."""
    with_them = vectors.rank(asked.expected, *asked.given, exclude=False)
    without = vectors.rank(asked.expected, *asked.given)
    last = [(" with all words allowed.", False)]
    if without:
        last = [(" when the three words are left out, and ", False), (f"no. {with_them:,}", True), *last]
    return [
        (asked.expected, True),
        (" is ", False),
        (f"no. {without or with_them:,}", True),
        (f" of {len(vectors.words):,}", False),
        *last,
    ]


def show_answers(vectors: WordVectors, asked: Question, exclude: bool) -> None:
    """The words nearest to the sum."""
    found = vectors.analogy(*asked.given, ANSWERS, exclude=exclude)
    bars(
        np.clip([cosine for _, cosine in found], 0, None),
        labels=[word for word, _ in found],
        says=in_words(vectors, asked),
        alt="The words whose vectors have the largest cosine with the sum.",
        key="analogy_answers",
    )


@dataclass(frozen=True, eq=False)
class Parallelogram:
    """The plane through minus, first and plus, in which the sum lies too; other words are projected onto it."""

    given: np.ndarray  # [3, 2]: minus, first, plus
    total: np.ndarray  # [2]
    expected: np.ndarray  # [2]
    outside: float  # how far the expected word lies from this plane
    away: float  # distance of the expected word from the sum


def parallelogram(vectors: WordVectors, asked: Question) -> Parallelogram:
    """Coordinates with the origin at the word that is taken away."""
    first, minus, plus, expected = (
        vectors.units[vectors.index(word)].astype(np.float64) for word in (*asked.given, asked.expected)
    )
    sides = np.stack([first - minus, plus - minus])
    across = unit(sides[:1])[0]
    up = sides[1] - (sides[1] @ across) * across
    axes = np.stack([across, unit(up[None])[0]])  # zeros where the three lie on one line: then it is a line
    wanted = expected - minus
    return Parallelogram(
        given=np.stack([np.zeros(2), *(sides @ axes.T)]),
        total=axes @ sides.sum(axis=0),
        expected=axes @ wanted,
        outside=float(np.linalg.norm(wanted - (axes @ wanted) @ axes)),
        away=float(np.linalg.norm(wanted - sides.sum(axis=0))),
    )


def show_parallelogram(vectors: WordVectors, asked: Question) -> None:
    """The three words, the sum as the fourth corner, and where the expected word lies."""
    corners = parallelogram(vectors, asked)
    (minus, first, plus), total = corners.given, corners.total
    answers = [word for word, _ in vectors.analogy(*asked.given, _ALSO_DRAWN) if word != asked.expected]
    also = [parallelogram(vectors, replace(asked, expected=word)) for word in answers]
    plane(
        [
            Group(
                np.stack([point.expected for point in also]),
                answers,
                colour="soft",
                size=3.2,
                notes=[f"{point.outside:.2f} away from this plane" for point in also],
            ),
            Group(np.stack([minus, first]), ["", ""], colour="d_model", path=True, size=5),
            Group(np.stack([plus, total]), ["", ""], colour="d_model", path=True, dashed=True, size=5),
            Group(np.stack([minus, plus]), ["", ""], colour="soft", path=True, dashed=True, size=5),
            Group(corners.given, [asked.minus, asked.first, asked.plus], colour="d_model", size=6),
            Group(total[None], ["the sum"], colour="accent", size=7, hollow=True),
            Group(
                corners.expected[None],
                [asked.expected],
                colour="accent",
                size=6,
                notes=[f"{corners.outside:.2f} away from this plane"],
            ),
        ],
        alt="The three words as corners of a parallelogram, the sum as the fourth, and the expected word.",
        key="parallelogram",
        height=380,
    )


def show(screen: Board, vectors: WordVectors, asked: Question, exclude: bool) -> None:
    """Answers and parallelogram side by side."""
    left, right = screen.columns(45, 55)
    with left:
        screen.heading(
            "Nearest words to the sum", "By cosine. Look for the word you expected, and who comes before it."
        )
        show_answers(vectors, asked, exclude)
    with right:
        corners = parallelogram(vectors, asked)
        screen.heading(
            "The parallelogram",
            f"The exact plane through the three words. “{asked.expected}” lies {corners.outside:.2f} outside of it and "
            f"{corners.away:.2f} from the sum; every vector here has length 1.",
        )
        show_parallelogram(vectors, asked)


def say_unknown(vectors: WordVectors, asked: Question) -> bool:
    """A calm sentence if a box holds something that has no vector; then there is no sum."""
    n_unknown = len(unknown(vectors, asked))
    if n_unknown:
        boxes = "One of the boxes holds" if n_unknown == 1 else f"{n_unknown} of the boxes hold"
        st.caption(
            f"{boxes} no single word of the list of {len(vectors.words):,}, so there is no sum yet. "
            "Go on typing: it appears as soon as all four are listed words."
        )
    return n_unknown > 0


def show_formula(screen: Board, vectors: WordVectors, asked: Question) -> None:
    """The first coordinate of the sum and the cosine with the expected word, with their numbers."""
    first, minus, plus, expected = (vectors.units[vectors.index(word)] for word in (*asked.given, asked.expected))
    screen.heading(
        "The sum and its cosine",
        "Each word’s vector divided by its length; s is the sum, w the word that is expected.",
    )
    formula(vector_formulas.analogy(first, minus, plus, expected), key="analogy_formula")
