"""A task of the reader's own: lines of input -> output, learned character by character."""

import re
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Int
from torch import Generator, Tensor

from transformer.learning.examples import Alphabet, Examples, Task

LINES, SIGNS = 200, 24  # at most: lines, and signs on each side of the arrow
ARROW, END = "→", "·"
_HELD_OUT = 5  # of so many lines one is never trained on, if there are twice as many at least


@dataclass(frozen=True)
class OwnLines:
    """The reader's lines, as far as they could be read."""

    pairs: tuple[tuple[str, str], ...]  # input and output, without blanks
    refused: tuple[str, ...]  # a sentence for each line that could not be used


def read(text: str) -> OwnLines:
    """The lines of a text; capital letters are read as small ones, blanks and empty lines do not count."""
    pairs: dict[str, str] = {}
    refused = []
    for number, line in enumerate(text.splitlines(), 1):
        input_text, *outputs = ("".join(side.lower().split()) for side in re.split(f"->|{ARROW}", line, maxsplit=1))
        if not line.strip():
            continue
        if trouble := _trouble(input_text, outputs, pairs):
            refused.append(f"Line {number} {trouble}.")
        else:
            pairs[input_text] = outputs[0]
    return OwnLines(tuple(pairs.items()), tuple(refused))


def _trouble(input_text: str, outputs: list[str], pairs: dict[str, str]) -> str:
    """Why a line cannot be used; empty if it can."""
    if not outputs:
        return "has no arrow ->"
    if not input_text or not outputs[0]:
        return f"has nothing {'after' if input_text else 'before'} its arrow"
    if max(len(input_text), len(outputs[0])) > SIGNS:
        return f"is too long: {SIGNS} characters on each side are read"
    if {ARROW, END} & {*input_text, *outputs[0]}:
        return f"has a character that the bench writes itself, {ARROW} or {END}"
    if pairs.get(input_text, outputs[0]) != outputs[0]:
        return "gives another output for an input that came before"
    if len(pairs) >= LINES:
        return f"is past the {LINES} that are read"
    return ""


def task(pairs: tuple[tuple[str, str], ...]) -> Task:
    """The task of saying the output, and an end mark, after the input and an arrow.

    With ten pairs or more every fifth is kept for the test: a rule can be understood, a list only memorised. With fewer
    the test rows are those of training.

    Raises:
        ValueError: if there are no pairs.
    """
    if not pairs:
        raise ValueError("there is no line to learn from")
    held_out = pairs[_HELD_OUT - 1 :: _HELD_OUT] if len(pairs) >= 2 * _HELD_OUT else ()
    trained = tuple(pair for pair in pairs if pair not in held_out)
    alphabet = Alphabet((*sorted({sign for pair in pairs for side in pair for sign in side}), ARROW, END))
    length = max(len(input_text) + len(output_text) for input_text, output_text in pairs) + 2
    rows = _rows(alphabet, length, trained)
    tested = _rows(alphabet, length, held_out or trained)

    def draw(count: int, generator: Generator) -> Examples:
        return _some(rows, torch.randint(len(trained), (count,), generator=generator))

    return Task(
        "your own",
        f"After an input and {ARROW} comes its output, as in your lines.",
        "each character of the output attends to what decides it",
        alphabet,
        length,
        draw,
        lambda count, generator: tested,
        partial(_read, alphabet, length, dict(pairs)),
        pairs[0][0],
        f"of your own lines, {'which it never trains on' if held_out else 'all of which it trains on'},",
    )


def _rows(alphabet: Alphabet, length: int, pairs: tuple[tuple[str, str], ...]) -> Examples:
    ids = torch.full((len(pairs), length), len(alphabet.signs) - 1)
    answers = torch.zeros_like(ids, dtype=torch.bool)
    for row, (input_text, output_text) in enumerate(pairs):
        row_ids = alphabet.ids(f"{input_text}{ARROW}{output_text}")
        ids[row, : len(row_ids)] = row_ids
        answers[row, len(input_text) + 1 : len(row_ids) + 1] = True
    return Examples(ids, answers, {})


def _some(rows: Examples, chosen: Int[Tensor, " row"]) -> Examples:
    return Examples(rows.ids[chosen], rows.answers[chosen], {})


def _read(alphabet: Alphabet, length: int, solved: dict[str, str], text: str) -> Examples:
    """An input of the lines with its output, or another one up to the arrow."""
    input_text = "".join(text.lower().split()).partition(ARROW)[0]
    if not input_text:
        raise ValueError("this task takes an input such as those of your lines")
    if input_text in solved:
        return _rows(alphabet, length, ((input_text, solved[input_text]),))
    ids = alphabet.ids(input_text + ARROW)[None]
    if ids.shape[1] > length:
        raise ValueError(f"this task takes at most {length - 1} characters, as in the longest of your lines")
    return Examples(ids, torch.zeros_like(ids, dtype=torch.bool), {})
