"""Measure what each head of SmolLM2 does, as for a bundled model: python -m training.census --data FOLDER.

Writes transformer/real/SmolLM2_head_roles.json, of the form of head_roles.json and by the same functions; see
head_roles.py for what the scores and baselines are. `make real` installs the model.
"""

import argparse
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from tokenizers import Tokenizer as Pieces

from training.data import Stream, held_out_streams
from training.head_roles import SOURCES, measure_all, print_best
from transformer import OpenedModel, open_installed
from transformer.real.installed import head_roles
from transformer.real.stack import Stack

NAME = "SmolLM2"
WINDOWS = 30  # of each source
SEQUENCES = 24  # of random tokens


@dataclass(frozen=True)
class Spaced:
    """The model's tokenizer as that of a bundled model: with a space before each text."""

    bpe: Pieces
    end_id: int
    vocab_size: int

    @classmethod
    def of(cls, model: OpenedModel) -> "Spaced":
        """The tokenizer of the model; what ends a text is its mark of that name."""
        pieces = model.tokenizer.pieces
        end_id = pieces.token_to_id("<|endoftext|>")
        assert end_id is not None
        return cls(pieces, end_id, pieces.get_vocab_size())

    def ids(self, text: str) -> list[int]:
        """The token ids of a text."""
        return self.bpe.encode(" " + text).ids

    def text_of(self, id: int) -> str:
        """A piece with its leading space."""
        return (self.bpe.id_to_token(id) or "").replace("Ġ", " ")


@torch.inference_mode()
def patterns(stack: Stack, rows: Int[Array, "window pos"]) -> Float[Array, "layer window head pos pos"]:
    """The patterns of every layer for rows of token ids, one text at a time."""
    each = [
        np.stack([block.attention.pattern.numpy() for block in stack.stages(row).blocks])
        for row in torch.from_numpy(rows)
    ]
    return np.stack(each, axis=1)


def census(model: OpenedModel, held_out: dict[str, Stream]) -> dict:
    """Measure what the file says of the model, given held-out text by source."""
    patterns_of = partial(patterns, model.transformer)
    return measure_all(patterns_of, Spaced.of(model), held_out, windows=WINDOWS, sequences=SEQUENCES)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what each head of SmolLM2 does.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    data = parser.parse_args().data
    model = open_installed(NAME)
    held_out = held_out_streams(SOURCES, data, Spaced.of(model))  # pyrefly: ignore[bad-argument-type]
    measured = census(model, held_out)
    head_roles(NAME).write_text(json.dumps(measured) + "\n", encoding="utf-8")
    print_best(measured)


if __name__ == "__main__":
    main()
