"""Pictures read aloud: sentences made of real numbers, in pieces that a component shows as plain text."""

import re
from string import Formatter
from typing import Any

import numpy as np

from headlight.formulas.numbers import written
from headlight.pictures.decimals import decimal as decimal
from headlight.pictures.decimals import percent
from headlight.pictures.picture import Piece
from headlight.pictures.picture import Says as Says
from headlight.reading import sentences
from headlight.reading.cache import cached
from headlight.reading.reader import Model
from transformer import LayerTrace, Plan, Trace
from transformer.roles import HEAD_ROLES, HeadRoles


def said(template: str, **values: Any) -> list[Piece]:
    """A sentence in pieces that a picture shows as plain text: `**` parts what is strong, `{name:.2f}` takes a value.

    A value is never read as mark-up: said("**{token}** looks at itself.", token="**") has one strong piece, "**".
    Numbers are written as `decimal` has them, thousands apart where they have decimals.
    """
    pieces = [(_TYPESET.vformat(part, (), values), number % 2 == 1) for number, part in enumerate(template.split("**"))]
    return [(text, strong) for text, strong in pieces if text]


class _Typeset(Formatter):  # Python's own way to fill in values, but for the sign of numbers
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            return format(value, format_spec)
        return decimal(value, format_spec if "," in format_spec else format_spec.replace(".", ",."))


_TYPESET = _Typeset()


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
NO_LOSS = "One token has no next token to guess. Type a second one."
NO_NEXT_WORD = "This model reads both ways and predicts no next word."


def number(value: float, digits: int = 1) -> str:
    """A number with so many significant digits; a very small or large one with a power of ten, as a book prints it."""
    minus, mantissa, exponent = written(value, digits)
    signed = f"−{mantissa}" if minus else mantissa
    if exponent is None:
        return signed
    return f"{signed} × 10{str(exponent).translate(_RAISED)}".replace(" ", "\N{NO-BREAK SPACE}")


def count(number: int, noun: str) -> str:
    """So many of these: 1 token, 2 tokens."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def only_rounding(difference: float, largest: float) -> bool:
    """Whether two results of one sum differ by no more than the rounding of 32-bit numbers as large as this."""
    return difference <= 1e-5 * (1 + largest)  # not so for NaN


def capital(sentence: str) -> str:
    """The sentence with a capital at its beginning, and else as it is."""
    return sentence[:1].upper() + sentence[1:]


def role(roles: HeadRoles, layer: int, head: int) -> str:
    """Say what was measured of a head on held-out text, in a few words; empty where no role is clear."""
    if not (of_head := roles.of(layer, head)):
        return ""
    about, score = HEAD_ROLES[of_head], roles.scores(layer, head)[of_head]["score"]
    return f"attends {about.attends}{about.measured_in} (mean {score:.2f})"


def measured(model: Model, trace: Trace, layer: int, head: int) -> str:
    """The role of a head, and how many words of the shown text look there most; empty where no role stands out.

    Which words are nouns is known of the measured phrases alone: for that role it counts looks at the word before.
    """
    if not (of_head := model.roles.of(layer, head)):
        return ""
    looking, with_choice = looking_there(trace, layer, head, of_head)
    doing = (sentences.LOOKING_BACK if of_head == "modifier" else sentences.DOING)[looking != 1]
    counted = (
        sentences.COUNT.format(looking=looking, of=with_choice, doing=doing) if with_choice else sentences.NONE_CAN
    )
    return sentences.COUNTED.format(role=role(model.roles, layer, head), counted=counted)


def head_title(model: Model, layer: int, head: int, trace: Trace | None = None) -> str:
    """The heading of a picture of one head; with a Trace it counts in the shown text too."""
    description = measured(model, trace, layer, head) if trace else role(model.roles, layer, head)
    return f"Layer {layer + 1}, head {head + 1}" + (f": {description}" if description else "")


def looking_there(trace: Trace, layer: int, head: int, role: str | None) -> tuple[int, int]:
    """How many tokens give most of their weight to a place of the role, and how many have a choice and such a place.

    Both are 0 without a role.
    """
    pattern, seen = trace.layers[layer].pattern[head], ~hidden(trace.layers[layer], head)
    ids = [token.id for token in trace.tokens]
    looking = with_choice = 0
    for query in range(len(ids)):
        places = HEAD_ROLES[role].places(ids, query) if role else []
        if seen[query].sum() > 1 and any(seen[query, position] for position in places):
            with_choice += 1
            looking += int(pattern[query].argmax()) in places
    return looking, with_choice


def strongest_look(trace: Trace, layer: int, head: int) -> Says:
    """Where the last token of the text looks most, as one sentence."""
    row, words = trace.layers[layer].pattern[head, -1], trace.words
    key = int(np.argmax(row))
    if key == len(words) - 1:
        return said(sentences.KEEPS, last=words[-1], weight=percent(row[key]))
    place = sentences.BEFORE if key == len(words) - 2 else sentences.FARTHER.format(key=key)
    return said(sentences.GIVES, last=words[-1], weight=percent(row[key]), word=words[key], place=place)


def roles(model: Model) -> list[list[str]]:
    """The role of every head in words: [layer][head]."""
    return roles_in_words(model.roles, model.config.n_layers, model.config.n_heads)


@cached(most=32)
def roles_in_words(roles: HeadRoles, n_layers: int, n_heads: int) -> list[list[str]]:
    """Do so with measured roles themselves; made once, since no key changes them."""
    return [[role(roles, layer, head) for head in range(n_heads)] for layer in range(n_layers)]


def hidden(layer: LayerTrace, head: int) -> np.ndarray:
    """The cells [query, key] in which a head may not look: its scores are -inf there, and its weights 0."""
    return np.isneginf(layer.masked[head])


def look(trace: Trace, layer: int, head: int, query: int, key: int) -> Says:
    """Which token looks at which, where both stand, and the weight or the mask between them."""
    stages = trace.layers[layer]
    places = {"looking": trace.words[query], "query": query, "looked_at": trace.words[key], "key": key}
    if np.isneginf(stages.masked[head, query, key]):
        return said(sentences.MASKED, **places)
    return said(sentences.LOOKS, weight=percent(stages.pattern[head, query, key]), **places)


def escaped(text: str) -> str:
    """Text typed by a stranger, so that Markdown writes it instead of reading it: for options and labels of widgets."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])", r"\\\1", text)


def keys_are_shared(plan: Plan, head: int) -> str:
    """Which other heads have the keys of a head, from 0, in a sentence; empty where none has."""
    first = head - head % plan.group
    others = [str(number + 1) for number in range(first, first + plan.group) if number != head]
    *before, last = others or [""]
    title = f"heads {', '.join(before)} and {last}" if before else f"head {last}"
    return f"Its keys are also those of {title}." if others else ""
