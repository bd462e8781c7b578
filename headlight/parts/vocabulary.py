"""Tokens of the vocabulary on screen: their labels, and the likeliest ones after a text."""

from collections.abc import Iterable

import numpy as np

from headlight.reading.reader import Model
from transformer import LanguageModel, Trace
from transformer.ranking import largest
from transformer.softmax import softmax
from transformer.words import told_apart

_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥", "\0": "␀"})


def shown(model: Model, id: int) -> str:
    """A token of the vocabulary as a label: its leading space left out, what cannot be seen named."""
    text = text_of(model, id)
    if isinstance(model, LanguageModel) and id == model.tokenizer.end_id:
        return "(end)"
    if text == "\n":
        return "(new line)"
    label = text.removeprefix(" ") if text.strip() else visible(text)
    if any(sign.isprintable() and not sign.isspace() for sign in label):
        return label
    return " ".join(f"U+{ord(sign):04X}" for sign in label)  # a blank of another width, a mark of direction


def text_of(model: Model, id: int) -> str:
    """How a token is written, with its space. Some models fill their table up with rows that belong to none."""
    try:
        return model.tokenizer.text_of(id)
    except ValueError:
        return f"(no token {id})"


def visible(piece: str) -> str:
    """A piece as it can be seen: blanks and other signs without ink have a stand-in."""
    return piece.translate(_VISIBLE)


def labels(model: Model, ids: Iterable[int]) -> list[str]:
    """Tokens of the vocabulary beside each other: a ␣ tells two apart that differ by their leading space alone."""
    ids = [int(id) for id in ids]
    marked = told_apart([text_of(model, id) for id in ids])
    shortened = [shown(model, id) for id in ids]
    return [mark if mark.startswith("␣") else label for mark, label in zip(marked, shortened, strict=True)]


def probabilities(trace: Trace, temperature: float = 1.0) -> np.ndarray:
    """softmax(logits / temperature) after the last token: [vocab]."""
    return softmax(trace.next_logits, temperature)


def likeliest(model: Model, trace: Trace, *, count: int) -> tuple[list[str], np.ndarray]:
    """Return labels and probabilities of the `count` likeliest next tokens, likeliest first."""
    chances = probabilities(trace)
    order = largest(chances, count)
    return labels(model, order), chances[order]


def likeliest_of_two(earlier: np.ndarray, later: np.ndarray, count: int) -> np.ndarray:
    """The ids of the tokens that are likeliest before a change or after it, in the order that they had before.

    So nothing jumps when the change is made.
    """
    order = largest(np.maximum(earlier, later), count)
    return order[largest(earlier[order])]
