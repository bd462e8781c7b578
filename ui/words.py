"""Pictures read aloud: sentences made of real numbers, in pieces that a component shows as plain text."""

import re

import numpy as np

from formulas.numbers import written
from transformer import LanguageModel, LayerTrace, Trace

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ROLE_IN_WORDS = {
    "previous_token": "looks at the word before",
    "same_token": "looks for the same word earlier",
    "itself": "looks at itself",
    "first_token": "rests on the first word",
    "induction": "looks at what came after the same word earlier",
    "modifier": "looks from a noun at the word that describes it",
}


def number(value: float, digits: int = 1) -> str:
    """A number with so many significant digits; a very small or large one with a power of ten, as a book prints it."""
    minus, mantissa, exponent = written(value, digits)
    signed = f"−{mantissa}" if minus else mantissa
    if exponent is None:
        return signed
    return f"{signed} × 10{str(exponent).translate(_RAISED)}".replace(" ", "\N{NO-BREAK SPACE}")


def role(model: LanguageModel, layer: int, head: int) -> str:
    """What the head was measured to do, in a few words; empty where no role stands out."""
    return ROLE_IN_WORDS.get(model.roles.of(layer, head) or "", "")


def head_title(model: LanguageModel, layer: int, head: int) -> str:
    """The heading of a picture of one head."""
    named = role(model, layer, head)
    return f"Layer {layer + 1}, head {head + 1}" + (f": {named}" if named else "")


def strongest_look(trace: Trace, layer: int, head: int) -> list[tuple[str, bool]]:
    """Where the last token of the text looks most, as one sentence."""
    row = trace.layers[layer].pattern[head, -1]
    key = int(np.argmax(row))
    words = trace.words
    weight = f"{row[key]:.2f}"
    if key == len(words) - 1:
        return [(words[-1], True), (" keeps ", False), (weight, True), (" of its attention for itself.", False)]
    return [
        (words[-1], True),
        (" gives ", False),
        (weight, True),
        (" of its attention to ", False),
        (words[key], True),
        (", the token before it." if key == len(words) - 2 else f", at position {key}.", False),
    ]


def roles(model: LanguageModel) -> list[list[str]]:
    """The role of every head in words: [layer][head]."""
    config = model.config
    return [[role(model, layer, head) for head in range(config.n_heads)] for layer in range(config.n_layers)]


def hidden(layer: LayerTrace, head: int) -> np.ndarray:
    """The cells [query, key] in which a head may not look: its scores are -inf there, and its weights 0."""
    return np.isneginf(layer.masked[head])


def look(trace: Trace, layer: int, head: int, query: int, key: int) -> list[tuple[str, bool]]:
    """Which token looks at which, where both stand, and the weight or the mask between them."""
    stages = trace.layers[layer]
    looking, at = (trace.words[query], True), (trace.words[key], True)
    if np.isneginf(stages.masked[head, query, key]):
        ending = f" at position {key}: the cell is masked."
        return [looking, (f" at position {query} may not look at ", False), at, (ending, False)]
    weight = (f"{stages.pattern[head, query, key]:.4f}", True)
    places = (f" at position {query} looks at ", False), (f" at position {key} and gives it ", False)
    return [looking, places[0], at, places[1], weight, (" of its attention.", False)]


def escaped(text: str) -> str:
    """Text typed by a stranger, so that Markdown writes it instead of reading it: for options and labels of widgets."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])", r"\\\1", text)
