"""The shape of every step of attention, with the axis of a batch in front."""

from dataclasses import dataclass

import numpy as np

from transformer.config import Config

CLASSROOM = (16, 8, 4)  # 16 tokens of 8 numbers, times 8 x 4 learned numbers


@dataclass(frozen=True)
class Step:
    """One array on the way through a layer of attention."""

    name: str
    how: str  # it is computed
    axes: tuple[str, ...]
    shape: tuple[int, ...]


def steps(config: Config, batch: int, n_tokens: int) -> list[Step]:
    """The arrays of one layer in their order; learned matrices have no batch axis, all texts share them."""
    sizes = {
        "B": batch,
        "h": config.n_heads,
        "n": n_tokens,
        "d_model": config.d_model,
        "d_head": config.d_head,
        "h·d_head": config.n_heads * config.d_head,
    }

    def step(name: str, how: str, *axes: str) -> Step:
        return Step(name, how, axes, tuple(sizes[axis] for axis in axes))

    return [
        step("X", "the normalized residual", "B", "n", "d_model"),
        step("W_Q, also W_K, W_V", "learned", "d_model", "d_model"),
        step("Q, also K, V", "X W_Q", "B", "n", "d_model"),
        step("queries, also keys, values", "Q cut into h heads", "B", "h", "n", "d_head"),
        step("scores, scaled, masked, pattern", "queries keysᵀ", "B", "h", "n", "n"),
        step("context", "pattern values", "B", "h", "n", "d_head"),
        step("contexts side by side", "heads put together", "B", "n", "h·d_head"),
        step("W_O", "learned", "h·d_head", "d_model"),
        step("attended", "contexts W_O", "B", "n", "d_model"),
    ]


def classroom() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """X [16, 8], W_Q [8, 4] of small whole numbers, and their product [16, 4]."""
    tokens, width, narrow = CLASSROOM
    chance = np.random.default_rng(0)
    x, w = chance.integers(-2, 3, (tokens, width)), chance.integers(-1, 2, (width, narrow))
    return x, w, x @ w
