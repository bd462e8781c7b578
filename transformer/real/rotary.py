"""How fast the rotary pairs of each layer turn, as config.json says it: radians a place."""

import math
from typing import Any

import torch

from transformer.real.settings import Settings

Rates = tuple[float, ...]


def rates(width: int, rope: dict[str, Any], settings: Settings) -> Rates:
    """The rates of one kind of layer, for so many dimensions of a head (Su et al. 2021, section 3.2).

    Raises:
        FolderError: if they are stretched for long texts in a way other than linear or Llama 3's.
    """
    base = float(rope.get("rope_theta", 10_000.0))
    plain = base ** (-torch.arange(0, width, 2, dtype=torch.float32) / width)
    kind = rope.get("rope_type", rope.get("type", "default"))
    if kind == "linear":  # Chen et al. 2023: positions of a longer text pressed into those that were learned
        plain = plain / rope["factor"]
    elif kind == "llama3":
        plain = _llama3(plain, rope)
    elif kind != "default":
        raise settings.unsupported(f"rotary positions of the type {kind}")
    return tuple(plain.tolist())


def _llama3(plain: torch.Tensor, rope: dict[str, Any]) -> torch.Tensor:
    """Slow pairs, of longer waves than the texts first learned from, turn more slowly still (Llama 3.1).

    Pairs that turn at least `high_freq_factor` times in such a text stay as they are, those that turn fewer than
    `low_freq_factor` times are slowed by `factor`, and between the two it is a blend.
    """
    low, high = rope["low_freq_factor"], rope["high_freq_factor"]
    turns = rope["original_max_position_embeddings"] * plain / (2 * math.pi)
    kept = ((turns - low) / (high - low)).clamp(0, 1)
    return kept * plain + (1 - kept) * plain / rope["factor"]


def of_layers(width: int, kinds: tuple[str, ...], settings: Settings) -> tuple[Rates, ...]:
    """The rates of each layer; a family may turn its kinds of layers at different rates (Gemma 3).

    config.json has them in `rope_parameters`, for each kind of layer or for all, or as older ones had them: in
    `rope_theta`, `rope_local_base_freq` and `rope_scaling`.
    """
    found = settings.get("rope_parameters")
    if found is None:
        full = {"rope_theta": settings.get("rope_theta", 10_000.0)} | dict(settings.get("rope_scaling", {}))
        found = {"full_attention": full, "sliding_attention": full}
        if (local := settings.get("rope_local_base_freq")) is not None:
            found["sliding_attention"] = {"rope_theta": local}
    by_kind = {kind: rates(width, found.get(kind, found), settings) for kind in set(kinds)}
    return tuple(by_kind[kind] for kind in kinds)
