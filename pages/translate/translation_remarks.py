"""Remarks on a translation, said calmly: how sure it was, what it left out, and why it may have guessed."""

import math
import re

from headlight.parts.words import count
from transformer import Translation

MOST_WORDS = 40  # of a sentence in the training text
_UNSURE = 0.4  # mean probability of a piece below which the model is called unsure
_CUT_SMALL = 2.0  # pieces a word above which most words are not whole to the model
_LETTERS = re.compile(r"[^\W\d_]")
_ENDS = (".", "!", "?", "…", '"', "”", "»", ":", ";")


def sureness(result: Translation) -> float:
    """The geometric mean of the probabilities that the model gave to the pieces it wrote."""
    best = result.search.best
    return math.exp(best.log_probability / len(best.ids))


def status(result: Translation) -> str:
    """One line for every translation: what was read and written, and how sure the model was."""
    return (
        f"{count(len(result.source) - 1, 'token')} in, {count(len(result.target) - 1, 'token')} out; "
        f"on average {sureness(result):.0%} sure of each."
    )


def remarks(result: Translation) -> list[str]:
    """A sentence for each thing about the text, or the translation, that the reader should know; often none."""
    sentences = cuts(result)
    if reason := _strange(result):
        sentences.append(reason)
    elif sureness(result) < _UNSURE:
        sentences.append("The model was unsure: read this translation as a guess.")
    if not sentences and not result.dropped and not result.source_text.rstrip().endswith(_ENDS):
        sentences.append("Without a full stop the model may read this as a phrase.")
    return sentences


def cuts(result: Translation) -> list[str]:
    """A sentence if writing was stopped before its end."""
    return [f"{result.stopped} Here is what it wrote until then."] if result.stopped else []


def _strange(result: Translation) -> str | None:
    """Say what makes the text unlike those that the model was trained on, if anything does."""
    text = result.source_text
    words = text.split()
    if not _LETTERS.search(text):
        return "There are no words in this text. The model learned little about numbers alone: it guesses."
    if len(words) > MOST_WORDS:
        return (
            f"The text has {len(words)} words. The model was trained on sentences of at most {MOST_WORDS} and loses "
            "its way in longer ones."
        )
    if (len(result.source) - 1) / len(words) > _CUT_SMALL and len(result.source) > 4:
        return (
            "Most of these words fall into several tokens, so the model hardly knows them: another language or rare "
            "names. It knows English only, and guesses."
        )
    return None
