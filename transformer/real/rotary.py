"""How fast the rotary pairs of each layer turn, as config.json says it: radians a place."""

import math
import sys
from reprlib import repr as short
from typing import Any

import torch

from transformer.real.settings import Settings

Rates = tuple[float, ...]


def rates(width: int, rope: dict[str, Any], settings: Settings) -> Rates:
    """The rates of one kind of layer, for so many dimensions of a head (Su et al. 2021, section 3.2).

    Raises:
        FolderError: if they are stretched for long texts in a way other than linear or Llama 3's, or are no numbers.
    """
    base = _number(rope, "rope_theta", settings)
    plain = base ** (-torch.arange(0, width, 2, dtype=torch.float32) / width)
    kind = rope.get("rope_type", rope.get("type", "default"))
    if kind == "linear":  # Chen et al. 2023: positions of a longer text pressed into those that were learned
        plain = plain / _number(rope, "factor", settings)
    elif kind == "llama3":
        plain = _llama3(plain, rope, settings)
    elif kind != "default":
        raise settings.unsupported(f"rotary positions of the type {kind}")
    if not (base > 0 and torch.isfinite(plain).all()):
        raise settings.unsupported("rotary positions that turn by no finite angle")
    return tuple(plain.tolist())


def _llama3(plain: torch.Tensor, rope: dict[str, Any], settings: Settings) -> torch.Tensor:
    """Slow pairs, of longer waves than the texts first learned from, turn more slowly still (Llama 3.1).

    Pairs that turn at least `high_freq_factor` times in such a text stay as they are, those that turn fewer than
    `low_freq_factor` times are slowed by `factor`, and between the two it is a blend.
    """
    low, high = (_number(rope, f"{side}_freq_factor", settings) for side in ("low", "high"))
    length = "original_max_position_embeddings"  # of the texts first learned from
    learned = {length: settings.get("max_position_embeddings")} | rope
    learned |= {length: settings.found[length]} if length in settings.found else {}
    turns = _number(learned, length, settings) * plain / (2 * math.pi)
    kept = ((turns - low) / (high - low)).clamp(0, 1)
    return kept * plain + (1 - kept) * plain / _number(rope, "factor", settings)


def of_layers(width: int, kinds: tuple[str, ...], settings: Settings) -> tuple[Rates, ...]:
    """The rates of each layer, all the same: from `rope_parameters`, or as older config.json have them.

    Those say `rope_theta` and `rope_scaling`; where there are both, the library takes `rope_scaling`.
    """
    config = settings.found
    rope = {"rope_theta": config.get("rope_theta", 10_000.0)}
    rope |= settings.named("rope_scaling") or settings.named("rope_parameters")
    if any(isinstance(part, dict) for part in rope.values()):
        raise settings.unsupported("its own rotary positions for each kind of layer")
    return (rates(width, _whole(rope, settings), settings),) * len(kinds)


def of_gemma3(width: int, kinds: tuple[str, ...], settings: Settings) -> tuple[Rates, ...]:
    """The rates of each layer; those that look at a window have a base of their own (Gemma 3)."""
    bases = {"full_attention": ("rope_theta", 1_000_000.0), "sliding_attention": ("rope_local_base_freq", 10_000.0)}
    return _of_kinds(width, kinds, settings, bases, ("full_attention",))


def of_modernbert(width: int, kinds: tuple[str, ...], settings: Settings) -> tuple[Rates, ...]:
    """Read the same under other names, both stretched alike (ModernBERT)."""
    bases = {"full_attention": ("global_rope_theta", 160_000.0), "sliding_attention": ("local_rope_theta", 10_000.0)}
    return _of_kinds(width, kinds, settings, bases, tuple(bases))


def _of_kinds(
    width: int,
    kinds: tuple[str, ...],
    settings: Settings,
    bases: dict[str, tuple[str, float]],
    stretched: tuple[str, ...],
) -> tuple[Rates, ...]:
    """The rates of each layer, by its kind: the key and the usual of its base, and whether rope_scaling is of it."""
    config = settings.found
    by_name, scaling = settings.named("rope_parameters"), settings.named("rope_scaling")
    if by_name.keys() - {"full_attention", "sliding_attention"}:
        raise settings.unsupported("the same rotary positions in all kinds of layers")
    if scaling and "rope_type" not in scaling:
        raise settings.unsupported("a rope_scaling without its rope_type")
    ropes: dict[str, dict[str, Any]] = {
        kind: {"rope_theta": config.get(key, usual)} for kind, (key, usual) in bases.items()
    }
    for kind, rope_of_kind in by_name.items():
        if not isinstance(rope_of_kind or {}, dict):
            raise settings.damaged(f"its rope_parameters should have an object for {kind}")
        ropes[kind] |= rope_of_kind or {}
    for kind in stretched:
        ropes[kind] |= scaling
    by_kind = {kind: rates(width, _whole(rope, settings), settings) for kind, rope in ropes.items()}
    return tuple(by_kind[kind] for kind in kinds)


def of_neox(width: int, n_layers: int, settings: Settings) -> tuple[Rates, ...]:
    """The rates of each layer, all the same, for the first part of each head alone (GPT-NeoX)."""
    rope = {"rope_theta": settings.get("rotary_emb_base"), "partial_rotary_factor": settings.get("rotary_pct")}
    return (_of_part(width, rope, settings),) * n_layers


def of_phi3(width: int, kinds: tuple[str, ...], settings: Settings) -> tuple[Rates, ...]:
    """Read rotary positions where all of each head is turned unless a file says otherwise (Phi-3)."""
    settings.refuse("default_theta", (10_000.0,))  # of a rotation that a file does not describe
    otherwise = {"rope_theta": 10_000.0, "partial_rotary_factor": 1.0}
    rope = {key: settings.found.get(key, usual) for key, usual in otherwise.items()}
    return (_of_part(width, rope, settings),) * len(kinds)


def of_gpt_j(width: int, n_layers: int, settings: Settings) -> tuple[Rates, ...]:
    """Read rotary positions of so many dimensions (GPT-J)."""
    dimensions = _part(settings.size("rotary_dim"), width, settings)
    return (rates(dimensions, {"rope_theta": 10_000.0}, settings),) * n_layers


def _of_part(width: int, rope: dict[str, Any], settings: Settings) -> Rates:
    """The rates for the first part of a head, where `rope` is what is not written."""
    rope = rope | (settings.named("rope_scaling") or settings.named("rope_parameters"))
    dimensions = int(width * _number(rope, "partial_rotary_factor", settings))
    return rates(_part(dimensions, width, settings), rope, settings)


def _part(turned: int, width: int, settings: Settings) -> int:
    if not 0 < turned <= width:
        raise settings.unsupported(f"rotary positions in {turned} of {width} dimensions of a head")
    return turned


def _number(rope: dict[str, Any], key: str, settings: Settings) -> float:
    """A number of these settings."""
    value: Any = rope.get(key)
    if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:  # so written, it refuses NaN too
        raise settings.damaged(f"its rotary positions need a number {key}, and have {short(value)}")
    return float(value)


def _whole(rope: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Turn whole heads where the family does: the library reads a part of them here only as it stretches."""
    part = rope.get("partial_rotary_factor", settings.found.get("partial_rotary_factor"))
    if part not in (None, 1, 1.0) and rope.get("rope_type", rope.get("type", "default")) != "default":
        raise settings.unsupported(f"partial_rotary_factor = {part!r}")
    return rope
