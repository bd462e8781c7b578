"""Additive scores, v^T tanh(W_s s + W_h h) (Bahdanau, Cho and Bengio 2015, appendix A.1.2): drawn, or fitted."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from transformer.learning.adamw import AdamW
from transformer.trace import Trace

FIT_STEPS = 400
_SENTENCES_A_STEP = 8


@dataclass(frozen=True, eq=False)
class Additive:
    """The parameters of an additive scorer, learned or drawn."""

    w_s: Float[Array, "hidden d_head"]  # for the query, s in the paper
    w_h: Float[Array, "hidden d_head"]  # for the key, h in the paper
    v: Float[Array, " hidden"]

    def units(
        self, queries: Float[Array, "query d_head"], keys: Float[Array, "key d_head"]
    ) -> Float[Array, "query key hidden"]:
        """tanh(W_s s + W_h h) for each query and each key."""
        return np.tanh((queries @ self.w_s.T)[:, None, :] + (keys @ self.w_h.T)[None, :, :])

    def scores(
        self, queries: Float[Array, "query d_head"], keys: Float[Array, "key d_head"]
    ) -> Float[Array, "query key"]:
        """One number for each query and key."""
        return self.units(queries, keys) @ self.v


def drawn(seed: int, d_head: int, hidden: int) -> Additive:
    """A scorer that has learned nothing: W_s, W_h from N(0, 1 / d_head), v from N(0, 1 / hidden)."""
    random = np.random.default_rng(seed)
    w_s, w_h = (random.standard_normal((hidden, d_head)) / math.sqrt(d_head) for _ in range(2))
    return Additive(w_s, w_h, random.standard_normal(hidden) / math.sqrt(hidden))


def fitted(
    start: Additive,
    traces: Sequence[Trace],
    layer: int,
    head: int,
    *,
    steps: int = FIT_STEPS,
    on_step: Callable[[int], None] = lambda step: None,
) -> tuple[Additive, float, float]:
    """The scorer trained until its weights resemble those of a head with the causal mask, on other texts.

    Minimizes the cross-entropy between the head's pattern and softmax of the additive scores, with Adam.
    Returns the scorer, and how far apart the two were on these texts before and after: the mean over queries of the
    Kullback-Leibler divergence, in nats.
    """
    texts = _Texts.of(traces, layer, head)
    weights = [torch.tensor(part, dtype=torch.float32, requires_grad=True) for part in (start.w_s, start.w_h, start.v)]
    optimizer = AdamW(weights, betas=(0.9, 0.999), decay=0.0)
    order = torch.Generator().manual_seed(0)
    before = texts.divergence(weights)
    for step in range(steps):
        rows = torch.randperm(len(traces), generator=order)[:_SENTENCES_A_STEP]
        texts.surprise(rows, weights).backward()
        optimizer.step(0.02 * (1 - 0.99 * step / steps))  # from 0.02 down to a hundredth of it
        on_step(step)
    return Additive(*(part.detach().double().numpy() for part in weights)), before, texts.divergence(weights)


@dataclass(frozen=True, eq=False)
class _Texts:
    """A head on several texts, filled up with zeros to the length of the longest."""

    queries: Float[Tensor, "text pos d_head"]
    keys: Float[Tensor, "text pos d_head"]
    pattern: Float[Tensor, "text query key"]
    there: Bool[Tensor, "text pos"]  # where a token stands

    @classmethod
    def of(cls, traces: Sequence[Trace], layer: int, head: int) -> "_Texts":
        queries, keys = (
            pad_sequence(
                [torch.tensor(getattr(trace.layers[layer], stage)[head]) for trace in traces], batch_first=True
            )
            for stage in ("queries", "keys")
        )
        pattern = torch.zeros(*queries.shape[:2], queries.shape[1], dtype=torch.float32)
        has_token = torch.zeros(*queries.shape[:2], dtype=torch.bool)
        for text, trace in enumerate(traces):
            n_tokens = len(trace.tokens)
            pattern[text, :n_tokens, :n_tokens] = torch.tensor(trace.layers[layer].pattern[head])
            has_token[text, :n_tokens] = True
        return cls(queries, keys, pattern, has_token)

    def surprise(self, rows: Int[Tensor, " row"], weights: Sequence[Tensor]) -> Float[Tensor, ""]:
        """The cross-entropy between the head's pattern in these texts and that of a scorer's weights, in nats."""
        scores = additive_scores(self.queries[rows], self.keys[rows], *weights)
        later = torch.ones(scores.shape[1:], dtype=torch.bool).triu(1)
        logs = scores.masked_fill(later, -1e9).log_softmax(dim=-1)
        return -(self.pattern[rows] * logs).sum(dim=-1)[self.there[rows]].mean()

    @torch.no_grad()
    def divergence(self, weights: Sequence[Tensor]) -> float:
        """How far the scorer's pattern is from the head's in all texts: the mean Kullback-Leibler divergence."""
        entropy = -(self.pattern * self.pattern.clamp_min(1e-30).log()).sum(dim=-1)[self.there].mean()
        return float(self.surprise(torch.arange(len(self.there)), weights) - entropy)


def additive_scores(
    queries: Float[Tensor, "*batch query d_head"],
    keys: Float[Tensor, "*batch key d_head"],
    w_s: Float[Tensor, "hidden d_head"],
    w_h: Float[Tensor, "hidden d_head"],
    v: Float[Tensor, " hidden"],
) -> Float[Tensor, "*batch query key"]:
    """The scores in torch, for batches and gradients."""
    return torch.tanh((queries @ w_s.T)[..., :, None, :] + (keys @ w_h.T)[..., None, :, :]) @ v


def weight_moved(one: Float[Array, "query key"], other: Float[Array, "query key"]) -> float:
    """The share of a query's weight that two patterns put on different keys, as a mean over queries: 0 to 1."""
    return float(np.abs(one - other).sum(axis=1).mean() / 2)
