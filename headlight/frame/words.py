"""Pictures read aloud: sentences made of real numbers, in pieces that a component shows as plain text."""

import re

import numpy as np

from headlight.formulas.numbers import written
from headlight.frame.models import Model
from transformer import LayerTrace, Trace
from transformer.roles import HeadRoles

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ROLE_IN_WORDS = {  # the place whose mean weight was measured
    "previous_token": "on the word before",
    "same_token": "on the same word earlier",
    "itself": "on itself",
    "first_token": "on the first word",
    "induction": "on what came after the same word earlier",
    "modifier": "from a noun to the word describing it",
}


def number(value: float, digits: int = 1) -> str:
    """A number with so many significant digits; a very small or large one with a power of ten, as a book prints it."""
    minus, mantissa, exponent = written(value, digits)
    signed = f"−{mantissa}" if minus else mantissa
    if exponent is None:
        return signed
    return f"{signed} × 10{str(exponent).translate(_RAISED)}".replace(" ", "\N{NO-BREAK SPACE}")


def only_rounding(difference: float, largest: float) -> bool:
    """Whether two results of one sum differ by no more than the rounding of 32-bit numbers as large as this."""
    return difference <= 1e-5 * (1 + largest)  # not so for NaN


def role(model: Model, layer: int, head: int) -> str:
    """What was measured of a head on held-out text, in a few words; empty where no role stands out."""
    return role_in_words(model.roles, layer, head)


def role_in_words(roles: HeadRoles, layer: int, head: int) -> str:
    """The same, of measured roles themselves."""
    if not (named := roles.of(layer, head)):
        return ""
    return f"on average {roles.scores(layer, head)[named]['score']:.2f} {ROLE_IN_WORDS[named]}"


def measured(model: Model, trace: Trace, layer: int, head: int) -> str:
    """The role of a head, and how many words of the shown text look there most; empty where no role stands out.

    Which words are nouns is known of the measured phrases alone: for that role it counts looks at the word before.
    """
    if not (named := model.roles.of(layer, head)):
        return ""
    looking, of = looking_there(trace, layer, head, named)
    place = " to the one before" if named == "modifier" else ""
    counted = f"{looking} of {of} {'word' if of == 1 else 'words'}{place}" if of else "no word has that choice"
    return f"{role(model, layer, head)}; here {counted}"


def head_title(model: Model, layer: int, head: int, trace: Trace | None = None) -> str:
    """The heading of a picture of one head; with a Trace it counts in the shown text too."""
    said = measured(model, trace, layer, head) if trace else role(model, layer, head)
    return f"Layer {layer + 1}, head {head + 1}" + (f": {said}" if said else "")


def looking_there(trace: Trace, layer: int, head: int, role: str | None) -> tuple[int, int]:
    """How many tokens give most of their weight to a place of the role, and how many have a choice and such a place.

    Both are 0 without a role.
    """
    pattern, seen = trace.layers[layer].pattern[head], ~hidden(trace.layers[layer], head)
    ids = [token.id for token in trace.tokens]
    looking = of = 0
    for query, id in enumerate(ids):
        earlier = [place for place in range(query) if ids[place] == id]
        places = {
            "previous_token": [query - 1],
            "modifier": [query - 1],
            "same_token": earlier,
            "itself": [query],
            "first_token": [0] if query else [],
            "induction": [place + 1 for place in earlier],
        }.get(role or "", [])
        if seen[query].sum() > 1 and any(place >= 0 and seen[query, place] for place in places):
            of += 1
            looking += int(pattern[query].argmax()) in places
    return looking, of


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


def roles(model: Model) -> list[list[str]]:
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
        ending = f" (position {key}): the cell is masked."
        return [looking, (f" (position {query}) may not look at ", False), at, (ending, False)]
    weight = (f"{stages.pattern[head, query, key]:.4f}", True)
    gives, to = (f" (position {query}) gives ", False), (" of its attention to ", False)
    return [looking, gives, weight, to, at, (f" (position {key}).", False)]


def escaped(text: str) -> str:
    """Text typed by a stranger, so that Markdown writes it instead of reading it: for options and labels of widgets."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])", r"\\\1", text)
