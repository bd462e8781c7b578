"""How far each stage of a pass may be from what follows exactly from the stages before it: bounds of rounding alone.

A pass cannot be held to another one end to end where its softmax is sharpened or a residual connection is off: there
the model itself multiplies what rounding does, by as much as scores grow or a stream shrinks, in torch as in any other
engine. So each stage is computed again in double precision from the float32 numbers of the stages before it, of the
same pass, and may differ by what rounding allows (Higham 2002, chapter 3), in whatever order sums are taken. With
u = 2^-24 and gamma(n) = n u / (1 - n u):

- a sum of n products: gamma(n) times the sum of their sizes
- layer norm: the mean is off by gamma(n) mean|x|, and what it is divided by, relatively, by gamma(n + 8)
- a pattern: where every scaled score is off by at most d, each of its weights is off by a factor of at most exp(2 d);
  the sum of its n exponentials, each right within 4 u, and the division add gamma(n + 8)
- GELU: 1.13, its steepest slope, times what its input is off, and 4 u |x| for the share of the normal distribution
- a sum of two numbers, or a product: u times its size

Nothing is fitted: d_head, d_model, d_mlp, the scores and the weights say what the bounds are.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy import ndarray as Array

from transformer import Intervention

U = 2.0**-24
_EPSILON = 1e-5  # of layer norm
STAGES = (
    "residual_in", "queries", "keys", "values", "masked", "pattern", "context", "attended", "residual_mid", "hidden",
    "residual_out",
)  # fmt: skip


def gamma(count: int) -> float:
    """The relative error of so many roundings."""
    return count * U / (1 - count * U)


class Layers:
    """The layers of a language model in double precision, its weights by their names, each stage with its bound."""

    def __init__(self, weights: Mapping[str, Any], n_heads: int) -> None:
        self._weights = {name: weight.numpy().astype(np.float64) for name, weight in weights.items()}
        self._sizes = {name: np.abs(weight) for name, weight in self._weights.items()}
        self._heads = n_heads

    def check(self, layer: int, stages: Mapping[str, Array], may_look: Array, change: Intervention) -> None:
        """Each stage of a layer follows from those before it; an AssertionError names the first that does not."""
        of = {name: stages[name].astype(np.float64) for name in STAGES}
        off = {part for at, part in change.residual_off if at == layer}
        normed = self._norm(f"blocks.{layer}.attention_norm", of["residual_in"])
        for part in ("query", "key", "value"):
            made, bound = (self._in_heads(each) for each in self._linear(f"blocks.{layer}.attention.{part}", *normed))
            stage = {"query": "queries", "key": "keys", "value": "values"}[part]
            _within(of[stage], made, bound, stage)
        self._attention(layer, of, may_look, change)
        contexts = np.swapaxes(of["context"], 0, 1).reshape(len(of["attended"]), -1)
        _within(of["attended"], *self._linear(f"blocks.{layer}.attention.output", contexts, 0), "attended")
        middle = of["attended"] if "attention" in off else of["residual_in"] + of["attended"]
        _within(of["residual_mid"], middle, U * np.abs(middle), "residual_mid")
        inner, bound = self._linear(
            f"blocks.{layer}.mlp_in", *self._norm(f"blocks.{layer}.mlp_norm", of["residual_mid"])
        )
        _within(
            of["hidden"],
            inner * torch.special.ndtr(torch.tensor(inner)).numpy(),
            1.13 * bound + 4 * U * np.abs(inner),
            "hidden",
        )
        wider, bound = self._linear(f"blocks.{layer}.mlp_out", of["hidden"], 0)
        out = wider if "ffn" in off else of["residual_mid"] + wider
        _within(of["residual_out"], out, bound + U * (np.abs(out) + bound), "residual_out")

    def check_logits(self, logits: Array, residual: Array) -> None:
        """The logits follow from the last row of the residual stream."""
        normed = self._norm("final_norm", residual[None].astype(np.float64))
        _within(logits[None], *self._product(*normed, "embedding.weight", 0), "logits")

    def _attention(self, layer: int, of: Mapping[str, Array], may_look: Array, change: Intervention) -> None:
        queries, keys = of["queries"], of["keys"]
        factor = change.factor(queries.shape[-1])
        scaled = factor * queries @ np.swapaxes(keys, 1, 2)
        sizes = factor * np.abs(queries) @ np.swapaxes(np.abs(keys), 1, 2)
        bound = gamma(queries.shape[-1] + 3) * sizes  # the factor is rounded, and so is the product with it
        _within(of["masked"][:, may_look], scaled[:, may_look], bound[:, may_look], "masked")
        assert (of["masked"][:, ~may_look] == -np.inf).all()
        powers = np.where(may_look, np.exp(scaled - np.where(may_look, scaled, -np.inf).max(-1, keepdims=True)), 0)
        pattern = powers / powers.sum(-1, keepdims=True)
        worst = np.where(may_look, bound, 0).max(-1, keepdims=True) + 2 * U * np.abs(np.where(may_look, scaled, 0)).max(
            -1, keepdims=True
        )
        bound = (
            pattern * (np.expm1(2 * worst) + gamma(pattern.shape[-1] + 8)) + 2.0**-126
        )  # less than that has fewer digits
        for edit in (edit for edit in change.edits if (edit.stage, edit.layer) == ("pattern", layer)):
            if edit.how == "average":
                pattern, bound = (np.broadcast_to(each.mean(0), each.shape).copy() for each in (pattern, bound))
                bound += gamma(self._heads) * pattern
            elif edit.how == "evenly":
                pattern[edit.head], bound[edit.head] = may_look / may_look.sum(-1, keepdims=True), U
            else:
                pattern[edit.head, edit.position], bound[edit.head, edit.position] = edit.value.tensor, U
        _within(of["pattern"], pattern, bound, "pattern")
        context = of["pattern"] @ of["values"]
        bound = gamma(pattern.shape[-1]) * (of["pattern"] @ np.abs(of["values"]))
        heads = [head for at, head in change.silent if at == layer]
        context[heads] = bound[heads] = 0
        _within(of["context"], context, bound, "context")

    def _norm(self, name: str, x: Array) -> tuple[Array, Array]:
        weight, bias, size = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"], x.shape[-1]
        apart = x - x.mean(-1, keepdims=True)
        scale = 1 / np.sqrt((apart**2).mean(-1, keepdims=True) + _EPSILON)
        made = apart * scale * weight + bias
        mean = gamma(size) * np.abs(x).mean(-1, keepdims=True)
        bound = (2 * mean + gamma(size + 8) * np.abs(apart)) * scale * np.abs(weight) + gamma(2) * (
            np.abs(made) + np.abs(bias)
        )
        return made, bound

    def _linear(self, name: str, x: Array, bound: Array | float) -> tuple[Array, Array]:
        return self._product(x, bound, f"{name}.weight", self._weights.get(f"{name}.bias", 0))

    def _product(self, x: Array, bound: Array | float, name: str, bias: Array | float) -> tuple[Array, Array]:
        of_x, of_weights = np.abs(x), self._sizes[name].T
        passed_on = np.broadcast_to(bound, x.shape) @ of_weights if np.ndim(bound) else 0
        sizes = of_x @ of_weights + passed_on + np.abs(bias)
        return x @ self._weights[name].T + bias, passed_on + gamma(x.shape[-1] + 1) * sizes

    def _in_heads(self, x: Array) -> Array:
        return np.swapaxes(x.reshape(len(x), self._heads, -1), 0, 1)


def _within(found: Array, made: Array, bound: Array, stage: str) -> None:
    over = np.abs(found - made) - bound
    assert (over <= 0).all(), (
        f"{stage} is {np.abs(found - made).flat[over.argmax()]:.2e} off, and may be {bound.flat[over.argmax()]:.2e}"
    )
