"""Activation patching: where two texts that differ in a word come apart, by putting numbers of one run into the other.

Vig et al. 2020; Meng et al. 2022; Heimersheim and Nanda 2024 on how to read it.
"""

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.brief import Brief
from transformer.inference import on_processor
from transformer.intervention import UNCHANGED
from transformer.readings.answer import Model, Word, logit, logit_of
from transformer.readings.resumed import resume
from transformer.readings.slopes import slopes
from transformer.trace import Trace

LEAST = 0.5  # of the difference of the two answers: below it a share of it says nothing


@dataclass(frozen=True, eq=False, repr=False)
class Patched(Brief):
    """The word's logit in both runs, and in the second with one part of the first put in; see `shares`.

    NaN where `patch_in_parts` has not put a part in yet.
    """

    clean: float
    corrupt: float
    residual: Float[Array, "layer pos"]  # with the stream of one token, as it enters a layer, from the clean run
    heads: Float[Array, "layer head"]  # with the context of one head, at all tokens, from the clean run
    residual_final: Float[Array, "layer pos d_model"]  # what the unembedding reads in these runs
    heads_final: Float[Array, "layer head d_model"]

    @property
    def tells(self) -> bool:
        """Whether the answers differ by enough for a share of the difference to mean anything."""
        return abs(self.clean - self.corrupt) >= LEAST

    def shares(self, logits: Float[Array, "layer place"]) -> Float[Array, "layer place"]:
        """The share of the difference that a part brings: 0 the corrupt run, 1 the clean one; neither is a bound."""
        return (logits - self.corrupt) / (self.clean - self.corrupt)


@on_processor
def patch(model: Model, clean: Trace, corrupt: Trace, word: Word) -> Patched:
    """Put parts of the clean run into the corrupt one and run on, one part at a time, exactly.

    Activation patching (Vig et al. 2020; Meng et al. 2022). With the clean text's own answer as `word`, or its
    difference from the other's, this is denoising: what suffices to bring the answer back. With the two runs exchanged
    it is noising: what is needed for it.

    Args:
        model: the one that made the traces, of any family that predicts a next word.
        clean: the unchanged pass that parts are taken from.
        corrupt: the one that they are put into, over as many tokens.
        word: a token's id or how it is written, or two of them, whose difference is meant.

    Returns:
        Logits after the last token, `.residual` [layer, pos] and `.heads` [layer, head]; `shares` makes shares of them.

    Raises:
        ValueError: if the texts are not of equally many tokens, a pass was changed, or the model predicts no next word.

    Example:
        >>> from transformer import load, patch
        >>> model = load("story")
        >>> clean, corrupt = model.trace("The king and the"), model.trace("The dog and the")
        >>> patched = patch(model, clean, corrupt, (" queen", " cat"))
        >>> patched.residual.shape, patched.heads.shape
        ((6, 4), (6, 6))
    """
    return deque(patch_in_parts(model, clean, corrupt, word), maxlen=1).pop()


def patch_in_parts(
    model: Model, clean: Trace, corrupt: Trace, word: Word, *, at_once: int = 16
) -> Generator[Patched, None, None]:
    """Yield the result of `patch` as it grows, after every `at_once` runs: NaN where a part has not been put in yet.

    It begins at the top, where the rest of the model is short. It takes what `patch` takes, and raises what it raises.
    """
    transformer = model.transformer
    if len(clean.tokens) != len(corrupt.tokens):
        raise ValueError(
            f"both texts need equally many tokens, got {len(clean.tokens)} and {len(corrupt.tokens)}: change one word "
            "for another that is one token too"
        )
    if clean.plan.predicts != "next":
        raise ValueError("this model predicts no next word, whose logit a part could restore")
    if clean.intervention != UNCHANGED or corrupt.intervention != UNCHANGED:
        raise ValueError("patching needs two traces without an Intervention")
    config, n_tokens, every = clean.config, len(clean.tokens), range(clean.config.n_heads)
    answers = logit(model, clean, word), logit(model, corrupt, word)
    heads = np.full((config.n_layers, config.n_heads, config.d_model), np.nan, np.float32)
    tokens = np.full((config.n_layers, n_tokens, config.d_model), np.nan, np.float32)
    ids = [(one.id, other.id) for one, other in zip(clean.tokens, corrupt.tokens, strict=True)]
    first = next((place for place, (one, other) in enumerate(ids) if one != other), n_tokens - 1)
    for layer in reversed(range(config.n_layers)):
        with torch.inference_mode():  # not while others have their turn
            heads[layer] = _run(transformer, corrupt, _with_heads(transformer, clean, corrupt, layer, every), layer + 1)
        tokens[layer, :first] = corrupt.final[corrupt.last]  # the runs are the same up to there: this one is the run
        for start in range(first, n_tokens, at_once):
            some = slice(start, start + at_once)
            with torch.inference_mode():
                tokens[layer, some] = _run(transformer, corrupt, _streams(clean, corrupt, layer)[some], layer)
            by_token, by_head = (logit_of(model, corrupt, finals, word) for finals in (tokens, heads))
            yield Patched(*answers, by_token, by_head, tokens.copy(), heads.copy())


@dataclass(frozen=True, eq=False, repr=False)
class Estimated(Brief):
    """The word's logit in the same runs as `Patched` has them, to first order."""

    residual: Float[Array, "layer pos"]
    heads: Float[Array, "layer head"]


def estimate(model: Model, clean: Trace, corrupt: Trace, word: Word) -> Estimated:
    """Attribution patching (Nanda 2023; Syed et al. 2023): what `patch` does, to first order, for all parts at once.

    Each part's difference between the two runs times the slope of the logit along it in the corrupt one: one backward
    pass in place of a run for every part. It is right where the model is nearly linear between the two.
    """
    slope, logits = slopes(model, corrupt, word), logit(model, corrupt, word)
    pairs = list(zip(clean.layers, corrupt.layers, strict=True))
    residual = np.stack([one.residual_in - other.residual_in for one, other in pairs]).astype(np.float64)
    context = np.stack([one.context - other.context for one, other in pairs]).astype(np.float64)
    return Estimated(logits + (residual * slope.residual_in).sum(-1), logits + (context * slope.context).sum((-2, -1)))


def _streams(clean: Trace, corrupt: Trace, layer: int) -> Float[Tensor, "case pos d_model"]:
    """The corrupt stream as it enters a layer, once for each token, with that token's of the clean run."""
    n_tokens = len(corrupt.tokens)
    stream = torch.tensor(np.repeat(corrupt.layers[layer].residual_in[None], n_tokens, axis=0))
    tokens = torch.arange(n_tokens)
    stream[tokens, tokens] = torch.tensor(clean.layers[layer].residual_in)
    return stream


def _with_heads(
    transformer: Any, clean: Trace, corrupt: Trace, layer: int, heads: Sequence[int]
) -> Float[Tensor, "head pos d_model"]:
    """The corrupt stream as it leaves a layer, once for each of the heads, with its context of the clean run."""
    context = np.repeat(corrupt.layers[layer].context[None], len(heads), axis=0)
    context[np.arange(len(heads)), heads] = clean.layers[layer].context[heads]
    block = transformer.block(layer)
    attended = block.attention.output(torch.from_numpy(context).transpose(-3, -2).flatten(-2))
    *_, left = block.following(torch.tensor(corrupt.layers[layer].residual_in).expand_as(attended), attended, layer)
    return left


def _run(
    transformer: Any, corrupt: Trace, stream: Float[Tensor, "case pos d_model"], layer: int
) -> Float[Array, "case d_model"]:
    """Compute the last row for the unembedding when this stream enters a layer."""
    return resume(transformer, layer, stream)[:, -1].numpy()
