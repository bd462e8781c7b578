"""The words that a stop asks about, in large type, where they are not those of the sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from headlight.parts import unanswered
from headlight.pictures import Asked, Screen
from transformer import LanguageModel
from transformer.similarity import cosines
from transformer.softmax import softmax

CUT = "prejudice"
KING, NEAR_KING = "king", ("crown", "queen", "ring")
TWICE = "bear bear"
BANKS = ("the river bank", "a financial bank")
NUMBERS, FACTOR = np.array([2.0, 4.0, 5.0]), 100
_BETWEEN = "·"  # two sentences
Words = tuple[Sequence[str], Asked]
Choose = Callable[[int], Mapping[str, Any]]  # from the number of an option to the keys that it sets
KEY = "sentence"  # of the picture, which so stays the same from stop to stop


def _pieces(model: LanguageModel, guessed: bool) -> Words:
    """The word whole, then its tokens."""
    words = [token.text.strip() for token in model.trace(CUT).tokens] if guessed else [CUT]
    return words, Asked([*range(len(words))])


def _near(model: LanguageModel, guessed: bool) -> Words:
    """The word and three others to choose from, then how near each of these is."""
    if not guessed:
        return (KING, *NEAR_KING), Asked((0,), (1, 2, 3))
    king, *others = _rows(model)
    (near,) = cosines(king[None], np.stack(others))
    return (KING, *NEAR_KING), Asked((0, 1 + int(near.argmax())), notes=["", *(f"{cosine:.2f}" for cosine in near)])


def _twice(model: LanguageModel, guessed: bool) -> Words:
    """The word at both of its positions."""
    words = TWICE.split()
    return words, Asked([*range(len(words))], notes=[f"position {place}" for place in range(len(words))])


def _numbers(model: LanguageModel, guessed: bool) -> Words:
    """The numbers with their softmax, then a hundred times as large."""
    numbers = FACTOR * NUMBERS if guessed else NUMBERS
    weights = softmax(numbers)
    return [f"{number:g}" for number in numbers], Asked(
        [int(weights.argmax())], notes=[f"{weight:.2f}" if weight >= 0.005 else "" for weight in weights]
    )


def _banks(model: LanguageModel, guessed: bool) -> Words:
    """Both sentences, with the word that they share."""
    one, other = (text.split() for text in BANKS)
    words = [*one, _BETWEEN, *other]
    return words, Asked([place for place, word in enumerate(words) if word == one[-1]])


_AT: Mapping[int, Callable[[LanguageModel, bool], Words]] = {1: _pieces, 2: _near, 3: _twice, 6: _numbers, 8: _banks}


def show(screen: Screen, stop: int, model: LanguageModel, *, guessed: bool, alt: str, choose: Choose) -> Asked:
    """Draw the words before or after the guess; a click on one that answers chooses the option of its number."""
    texts, asked = _AT[stop](model, guessed)
    return draw(screen, texts, asked, alt=alt, choose=choose)


def draw(screen: Screen, texts: Sequence[str], asked: Asked, *, alt: str, choose: Choose) -> Asked:
    """Draw words alone; a click on one that answers chooses the option of its number."""
    unanswered.words(
        screen, texts, asked, alt=alt, key=KEY, on_choice=lambda click: choose(asked.answers.index(click[1]))
    )
    return asked


def _rows(model: LanguageModel) -> list[np.ndarray]:
    """The rows of the word and of the three others: [d_model] each."""
    weights = model.transformer.embedding.weight.numpy()
    return [weights[model.tokenizer.encode(word)[0].id] for word in (KING, *NEAR_KING)]
