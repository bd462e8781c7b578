"""Examples for a tiny transformer: rows of characters, which of them it has to say, and where to attend for it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor

from transformer.tokenizer import Token


@dataclass(frozen=True)
class Alphabet:
    """The signs of a task, each a row of W_E: characters, or words with a blank between them."""

    signs: tuple[str, ...]
    words: bool = False

    def read(self, text: str) -> tuple[Token, ...]:
        """A text cut into signs; blanks are between words, and nowhere in a text of characters.

        Raises:
            ValueError: if something in the text is no sign of this alphabet.
        """
        tokens = []
        for match in re.finditer(r"\S+" if self.words else r"\S", text):
            sign = match.group().lower()
            if sign not in self.signs:
                raise ValueError(f"“{match.group()[:20]}” is not in the alphabet of this task")
            tokens.append(Token(match.group(), self.signs.index(sign), *match.span()))
        return tuple(tokens)

    def ids(self, text: str) -> Int[Tensor, " pos"]:
        """The numbers of its signs. ValueError as `read`."""
        return torch.tensor([token.id for token in self.read(text)], dtype=torch.long)

    def written(self, ids: Int[Tensor, " pos"]) -> str:
        """The text of these numbers."""
        return (" " if self.words else "").join(self.signs[id] for id in ids.tolist())


@dataclass(frozen=True)
class Examples:
    """Rows of a task, solved."""

    ids: Int[Tensor, "row pos"]
    answers: Bool[Tensor, "row pos"]  # signs that the model has to say, each from those before it
    looks: Mapping[str, Bool[Tensor, "row query key"]]  # for each score: where a head of this kind would look

    def scores(self, pattern: Float[Tensor, "row head query key"]) -> dict[str, list[float]]:
        """For each kind of head, how much of its weight each head of a layer puts where that kind would look.

        The mean over the queries that have such a place, from 0 to 1.
        """
        return {
            kind: ((pattern * look[:, None]).sum((0, 2, 3)) / look.any(-1).sum()).tolist()
            for kind, look in self.looks.items()
        }


@dataclass(frozen=True)
class Task:
    """One thing to learn.

    `draw` gives fresh rows to train on, `test` rows of a kind that is never trained on where the task has such, and
    `read` solves an input of the reader's: ValueError, in a sentence, for one that the task cannot have.
    """

    name: str
    rule: str
    watch: str  # the pattern of a model that has learned it
    alphabet: Alphabet
    length: int  # signs in a row
    draw: Callable[[int, Generator], Examples]
    test: Callable[[int, Generator], Examples]
    read: Callable[[str], Examples]
    example: str  # an input
    tested_on: str = "unseen examples"  # what the test rows are, said after their number
