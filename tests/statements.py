"""What tests of statements share: the app's examples, held-out sentences with their losses, the words of a lesson."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch.nn.functional import cross_entropy

from training import held_out
from transformer import Intervention, LanguageModel
from transformer.intervention import UNCHANGED
from transformer.linear import linear

README = Path(__file__).parent.parent / "README.md"
DOCS = README.parent / "docs"
ASSETS = README.parent / "assets"
EXAMPLES: list[dict[str, str]] = tomllib.loads((ASSETS / "examples.toml").read_text("utf-8"))["example"]
TEXTS = [example["text"] for example in EXAMPLES]
HELD_OUT = held_out.sentences()
OTHER_TEXTS = {"in registers": held_out.in_registers(), "easy": held_out.easy()}  # on which it has to hold too


MEASURED = Path(__file__).parent / "study" / "measured.txt"  # what `make study` found: a file of assets and its words


def lesson(name: str) -> str:
    """The words of a lesson."""
    return (ASSETS / "lessons" / f"{name}.md").read_text("utf-8")


def measured(name: str) -> "Measured":
    """A lesson, of which a test of the study says what it has measured again."""
    return Measured(f"lessons/{name}.md")


class Measured:
    """A file of assets: words are in it that stand there and, for `make test`, in the list of what was measured."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.words = " ".join((ASSETS / file).read_text("utf-8").split())

    def __contains__(self, words: str) -> bool:
        return words in self.words and f"{self.file} | {words}" in listed()

    def __repr__(self) -> str:
        return f"assets/{self.file} and tests/study/measured.txt"


@cache
def listed() -> list[str]:
    """The lines of what was measured."""
    return MEASURED.read_text("utf-8").splitlines()


def logits_of(model: LanguageModel, final: Float[torch.Tensor, "*axes d_model"]) -> Float[torch.Tensor, "*axes vocab"]:
    """The logits of rows that the unembedding reads, by the product of a trace: nn.Linear takes twice as long."""
    return linear(final, model.transformer.unembedding.weight)


@cache
def held_out_rows(model: LanguageModel) -> list[tuple[list[int], Int[torch.Tensor, "row pos"]]]:
    """The held-out sentences of each length, to be read side by side: their places in HELD_OUT, and their tokens."""
    rows = [model.tokenizer.ids(sentence) for sentence in HELD_OUT]
    places = [[place for place, row in enumerate(rows) if len(row) == length] for length in {*map(len, rows)}]
    return [(alike, torch.tensor([rows[place] for place in alike])) for alike in places]


@cache
@torch.inference_mode()
def held_out_losses(model: LanguageModel, change: Intervention = UNCHANGED) -> Float[Array, " sentence"]:
    """The mean loss of each held-out sentence, in nats a token."""
    found = np.empty(len(HELD_OUT))
    for places, ids in held_out_rows(model):
        logits = logits_of(model, model.transformer.stages(ids, change).final[:, :-1])
        losses = cross_entropy(logits.mT, ids[:, 1:], reduction="none")
        found[places] = losses.double().mean(dim=1)
    found.setflags(write=False)  # others get the same array
    return found


@cache
@torch.inference_mode()
def losses_of(model: LanguageModel, text: str, change: Intervention = UNCHANGED) -> Float[Array, " sentence"]:
    """Count so in the sentences of one of OTHER_TEXTS."""
    found = []
    for ids in (torch.tensor(model.tokenizer.ids(sentence)) for sentence in OTHER_TEXTS[text]):
        logits = logits_of(model, model.transformer.stages(ids, change).final[:-1])
        found.append(float(cross_entropy(logits, ids[1:])))
    return np.array(found)


def mean_and_error(values: Float[Array, " sentence"], digits: int) -> str:
    """The mean over sentences and its standard error, as a lesson writes them."""
    error = values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():.{digits}f} ± {error:.{digits}f}".replace("-", "−")
