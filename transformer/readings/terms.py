"""A number of a trace by its stage and place, and the terms that it is made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor, nn
from torch.nn.functional import gelu, relu, silu

from transformer.model import Layered
from transformer.softmax import log_sum_exp

_AXES_OF_TEXT = {  # of the number at each stage of a model that reads one text
    "probability": ("token",),
    "logit": ("token",),
    "logit_tanh": ("token",),  # before a softcap multiplies it
    "logit_difference": ("token", "less"),
    "token_probability": ("pos", "token"),  # to stand at a place, where an encoder predicts what is masked there
    "token_logit": ("pos", "token"),
    "look": ("layer", "head", "key", "token"),  # what a head took from a token, straight to the last logit
    "look_difference": ("layer", "head", "key", "token", "less"),
    "brought": ("layer", "head", "key", "token"),  # the same at a weight of 1
    "final": ("pos", "d_model"),
    "head_dense": ("pos", "d_model"),  # one more layer before the unembedding of an encoder, after its activation
    "final_norm": ("pos", "d_model"),  # what that layer reads, where a norm comes before it
    "residual_out": ("layer", "pos", "d_model"),
    "ffn_sum": ("layer", "pos", "d_model"),  # residual_mid + FFN, where a norm comes after
    "ffn": ("layer", "pos", "d_model"),
    "hidden": ("layer", "pos", "d_mlp"),
    "gate": ("layer", "pos", "d_mlp"),
    "up": ("layer", "pos", "d_mlp"),
    "mlp_norm": ("layer", "pos", "d_model"),
    "residual_mid": ("layer", "pos", "d_model"),
    "attention_sum": ("layer", "pos", "d_model"),  # residual_in + attended, where a norm comes after
    "attended": ("layer", "pos", "d_model"),
    "written": ("layer", "head", "pos", "d_model"),
    "context": ("layer", "head", "pos", "d_head"),
    "pattern": ("layer", "head", "query", "key"),
    "scaled": ("layer", "head", "query", "key"),
    "score_tanh": ("layer", "head", "query", "key"),
    "score": ("layer", "head", "query", "key"),
    "query": ("layer", "head", "pos", "d_head"),
    "key": ("layer", "head", "pos", "d_head"),
    "query_norm": ("layer", "head", "pos", "d_head"),
    "key_norm": ("layer", "head", "pos", "d_head"),
    "unturned_query": ("layer", "head", "pos", "d_head"),
    "unturned_key": ("layer", "head", "pos", "d_head"),
    "value": ("layer", "head", "pos", "d_head"),
    "attention_norm": ("layer", "pos", "d_model"),
    "residual_in": ("layer", "pos", "d_model"),
    "embedding_sum": ("pos", "d_model"),  # embedded + positions, where they are normalized
    "embedded": ("pos", "d_model"),
    "position": ("pos", "d_model"),
}
_ATTENDS = ("attended", "written", "context", "pattern", "scaled", "score", "query", "key", "value", "attention_norm")
FEEDS = ("residual_out", "ffn_sum", "ffn", "hidden", "gate", "up", "mlp_norm")
_OF_BLOCK = (*FEEDS, "residual_mid", "attention_sum", *_ATTENDS, "residual_in", "embedded", "position")
ENCODER_DECODER = (  # the stages of a translation: those of its encoder, of its decoder, and across
    *("decoder_probability", "decoder_logit", "decoder_final", "memory"),
    *(f"{side}_{stage}" for side in ("encoder", "decoder") for stage in _OF_BLOCK),
    *(f"cross_{stage}" for stage in ("residual_mid", "attention_sum", *_ATTENDS)),
)
AXES = (  # of all stages, those of translations too
    _AXES_OF_TEXT
    | {stage: _AXES_OF_TEXT[stage.partition("_")[2]] for stage in ENCODER_DECODER if stage != "memory"}
    | {"memory": _AXES_OF_TEXT["final"], "decoder_probability": ("pos", "token"), "decoder_logit": ("pos", "token")}
)
_FROM_ONE = ("layer", "head")  # in an address
_TANH = (partial(gelu, approximate="tanh"), "gelu({}, approximate='tanh')")
_SILU = (silu, "silu({})")
ACTIVATIONS: dict[str, tuple[Callable[[Tensor], Tensor], str]] = {  # of a plan: the function, and how torch writes it
    "gelu": (gelu, "gelu({})"),
    "gelu_new": _TANH,
    "gelu_pytorch_tanh": _TANH,
    "relu": (relu, "relu({})"),
    "silu": _SILU,
    "swish": _SILU,
    "tanh": (torch.tanh, "tanh({})"),  # of a softcap
}


class Place(NamedTuple):
    """One number: its stage, and where it is on the axes of the stage, from 0."""

    stage: str
    at: tuple[int, ...]

    @property
    def label(self) -> str:
        """The place in an address: pattern.3.1.5.4 is layer 2, head 0 of the arrays, query 5, key 4."""
        shifted = (index + (axis in _FROM_ONE) for index, axis in zip(self.at, AXES[self.stage], strict=True))
        return ".".join((self.stage, *map(str, shifted)))

    @classmethod
    def parse(cls, label: str) -> "Place":
        """Read a term as `label` writes it. ValueError for anything else."""
        stage, *texts = label.split(".")
        axes = AXES.get(stage, ())
        if not axes or len(texts) != len(axes) or not all(text.isascii() and text.isdigit() for text in texts):
            raise ValueError(f"a number is written as stage and place, such as pattern.3.1.5.4, not {label!r}")
        return cls(stage, tuple(int(text) - (axis in _FROM_ONE) for text, axis in zip(texts, axes, strict=True)))


@dataclass(frozen=True, eq=False)
class Opened:
    """A number and its terms: each the product of its factors, whose sum becomes the number."""

    names: tuple[str, ...]  # of the terms
    columns: tuple[str, ...]  # of the factors of a term
    factors: Float[Array, "term factor"]  # in double precision
    doors: tuple[
        tuple[Place | None, ...], ...
    ]  # where each factor opens; None for a weight, which is as it was learned
    code: str  # a line of torch that computes the number from `stages` and the `transformer`
    then: str = ""  # what is done with the sum: "", "exp" or one of ACTIVATIONS

    @property
    def terms(self) -> Float[Array, " term"]:
        """The terms."""
        return self.factors.prod(-1)

    @property
    def value(self) -> float:
        """The number: their sum, and what is done with it."""
        total = float(self.terms.sum())
        if self.then == "exp":
            return float(np.exp(total))
        return float(ACTIVATIONS[self.then][0](torch.tensor(total, dtype=torch.float32))) if self.then else total


class Staged(Layered, Protocol):
    """The interface of every model to the stages."""

    @property
    def embedding(self) -> nn.Embedding:
        """W_E."""

    def turned(
        self, heads: Float[Tensor, "part pos d_head"], places: Int[Tensor, " pos"], layer: int
    ) -> Float[Tensor, "part pos d_head"]:
        """Queries or keys turned by the positions of their tokens, where positions are rotary."""


def summed(terms: Sequence[tuple[str, float, Place | None]], code: str, then: str = "") -> Opened:
    """Terms that are no products."""
    names, values, doors = zip(*terms, strict=True)
    return Opened(names, ("term",), np.array(values, np.float64)[:, None], tuple((door,) for door in doors), code, then)


def dot(
    columns: tuple[str, str],
    one: Array,
    other: Array,
    doors: Callable[[int], tuple[Place | None, Place | None]],
    code: str,
    *,
    names: tuple[str, ...] = (),
    bias: float | None = None,
    then: str = "",
) -> Opened:
    """A dot product, term by term; a bias is one more, times 1."""
    count = len(one)
    factors = np.stack((one, other), -1).astype(np.float64)
    every, opens = tuple(names or map(str, range(count))), tuple(map(doors, range(count)))
    if bias is not None:
        every, opens, factors = (*every, "bias"), (*opens, (None, None)), np.vstack((factors, (bias, 1.0)))
    return Opened(every, columns, factors, opens, code, then)


def softmaxed(row: Float[Array, " number"], index: int, names: tuple[str, str], door: Place, code: str) -> Opened:
    """A number of a softmax over a row: e to the power of its own, less the logarithm of what all of them sum to."""
    total, (name, name_of_others) = float(log_sum_exp(row)), names
    return summed([(name, float(row[index]), door), (f"−ln {name_of_others}", -total, None)], code, "exp")


def less(noun: str, one: Opened, other: Opened, doors: tuple[Place, Place]) -> Opened:
    """The number of a word less that of another one; each opens."""
    values = np.array([one.value, other.value])
    code = f"({one.code}) - ({other.code})"
    names = ("of the word", "of the other word")
    return dot((noun, "sign"), values, np.array([1.0, -1.0]), lambda index: (doors[index], None), code, names=names)
