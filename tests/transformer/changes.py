"""One change of every kind, and a plain forward pass in double precision that is changed by what each field says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm

from transformer import Config, Intervention
from transformer.edits import Edit, average, evenly, row, silence
from transformer.intervention import EDITS, HEADS

Computed = Mapping[str, Tensor]  # what an engine computed, or what it was to compute, by its names
CHANGES = (*(field.name for field in fields(Intervention) if field.name != "edits"), *sorted(HEADS), *sorted(EDITS))
Changes = Mapping[str, Any]  # keywords of an Intervention


@dataclass(frozen=True)
class Engine:
    """Something that reads an Intervention."""

    name: str
    n: int  # tokens of its text
    computes: Callable[[Intervention], Computed]  # a ValueError where it refuses
    expected: Callable[[Changes], Computed]
    refuses: frozenset[str] = frozenset()  # changes that it does not honour
    unmoved: frozenset[str] = frozenset()  # changes that change nothing of what it computes, whoever computes it


def samples(n: int) -> dict[str, list[dict[str, Any]]]:
    """For each of CHANGES the keywords of a pass over n tokens that is changed so."""
    weights = [1.0 + place % 3 for place in range(n)]
    by_hand = row(1, 0, n - 1, [weight / sum(weights) for weight in weights])
    shuffled = (*range(n - 1, 1, -1), 0, 1)
    return {
        "mask": [{"mask": "none"}],
        "window": [{"mask": "window", "window": 3}],
        "toggled": [{"toggled": frozenset({(n - 1, 0), (2, n - 1)})}],
        "padding": [{"padding": 2}],
        "padding_hidden": [{"padding": 2, "padding_hidden": False}],
        "scaled": [{"scaled": False}],
        "multiplier": [{"multiplier": 1.7}],
        "temperature": [{"temperature": 0.6}],
        "positions": [{"positions": False}],
        "start": [{"start": 3}],
        "permutation": [{"permutation": shuffled}],
        "residual_off": [{"residual_off": frozenset({(0, "attention")})}, {"residual_off": frozenset({(1, "ffn")})}],
        "silence": [{"silenced": frozenset({(0, 1), (1, 0)})}, {"edits": (silence((1, 0)), silence((0, 1)))}],
        "pattern": [
            {"edits": (average(1),)},
            {"edits": (by_hand, row(0, 1, 2, (0.0,) * n))},
            {"edits": (evenly((0, 1)), evenly((1, 0)))},
            {"edits": (by_hand, average(1), Edit("pattern", 0, 0.5, "scale", head=1, position=1))},
        ],
        "queries": [{"edits": (Edit("queries", 0, 1.5, "scale", head=1),)}],
        "keys": [{"edits": (Edit("keys", 1, 0.4, "add", position=2),)}],
        "values": [{"edits": (Edit("values", 0, -0.5, "scale", head=0),)}],
        "context": [{"edits": (Edit("context", 1, 2.0, head=0),)}],
        "stream": [{"edits": (Edit("stream", 1, 1.5, "scale"), Edit("stream", 1, 0.7, "add", position=n - 1))}],
        "attended": [{"edits": (Edit("attended", 0, 0.2, position=1),)}],
        "hidden": [{"edits": (Edit("hidden", 0, 0.3, "add"),)}],
        "ffn": [{"edits": (Edit("ffn", 1, -1.0, "scale"), Edit("ffn", 0, 2.0, "scale", position=0))}],
    }


def doubled(model: nn.Module) -> dict[str, Tensor]:
    """The weights of a model in double precision."""
    return {name: weight.double() for name, weight in model.state_dict().items()}


def after_edits(stage: str, layer: int, numbers: Tensor, change: Changes, seen: Tensor | None = None) -> Tensor:
    """A stage, [head, pos, width] or [pos, width], after each edit of it; of a pattern queries attend where `seen`."""
    for edit in (*change.get("edits", ()), *map(silence, change.get("silenced", ()))):
        if (edit.stage, edit.layer) == (stage, layer):
            value = edit.value.tensor.to(numbers.dtype)
            chosen = torch.zeros(numbers.shape, dtype=torch.bool)
            heads = slice(None) if edit.head is None else edit.head
            rows = slice(None) if edit.position is None else edit.position
            chosen[(heads, rows) if numbers.ndim == 3 else rows] = True
            there = {"put": value.expand_as(numbers), "add": numbers + value, "scale": numbers * value}
            if seen is not None:
                there |= {"average": sum(numbers) / len(numbers), "evenly": seen / seen.sum(1)[:, None]}
            numbers = torch.where(chosen, there[edit.how], numbers)
    return numbers


def looked_at(seen: Tensor, change: Changes) -> Tensor:
    """Which keys each query may look at, [query, key], where a model that is not changed lets it look where `seen`."""
    n = len(seen)
    query, key = torch.arange(n)[:, None], torch.arange(n)[None, :]
    if change.get("mask") == "none":
        seen = torch.ones(n, n, dtype=torch.bool)
    if change.get("mask") == "window":
        seen = seen & (query - key < change["window"])
    if change.get("padding_hidden", True):
        seen = seen & ((key < n - change.get("padding", 0)) | (key == query))
    seen = seen.clone()
    for cell in change.get("toggled", ()):
        seen[cell] = not seen[cell]
    return seen


def factor(usual: float, change: Changes) -> float:
    """Return what scores are multiplied by."""
    return (usual if change.get("scaled", True) else 1.0) * change.get("multiplier", 1.0) / change.get("temperature", 1)


def places(n: int, change: Changes) -> Tensor:
    """The place of each token."""
    return torch.tensor(change.get("permutation", range(n))) + change.get("start", 0)


def angles(at: Tensor, width: int) -> Tensor:
    """place / 10000^(2i / width), [pos, pair] (Vaswani et al. 2017, section 3.5)."""
    return at.double()[:, None] / 10_000 ** (torch.arange(0, width, 2).double() / width)


def plain_pass(
    weights: Mapping[str, Tensor], config: Config, ids: list[int], change: Changes, end: int = 0
) -> Computed:
    """The pass over these ids, after which as many marks `end` come as the change pads it with; nothing of ours in it.

    The weights are doubles: to convert them takes longer than the pass itself.
    Of each layer it has the stream that enters it and the stages that readings are about; all can be differentiated.
    """
    ids = [*ids, *[end] * change.get("padding", 0)]
    n, heads, width = len(ids), config.n_heads, config.d_head
    at, told = places(n, change), change.get("positions", True)
    waves = angles(at, config.d_model)
    added = torch.zeros(n, config.d_model, dtype=torch.double)
    if told and config.positions == "sinusoidal":
        added = torch.stack((waves.sin(), waves.cos()), -1).flatten(1)[:, : config.d_model]
    if told and config.positions == "learned":
        added = weights["position_embedding.weight"][at]
    stream = weights["embedding.weight"][ids] * config.d_model**0.5 + added
    stream.requires_grad_()
    first_keys = torch.empty(0)
    seen = looked_at(torch.ones(n, n, dtype=torch.bool).tril(), change)
    kept: dict[str, Any] = {name: [] for name in ("streams", "contexts", "patterns", "scores", "values", "fed")}

    def normed(vectors: Tensor, name: str) -> Tensor:
        return layer_norm(vectors, (config.d_model,), weights[f"{name}.weight"], weights[f"{name}.bias"])

    def in_heads(vectors: Tensor, name: str) -> Tensor:
        return (vectors @ weights[f"{name}.weight"].T).reshape(n, heads, width).transpose(0, 1)

    def turned(vectors: Tensor) -> Tensor:
        if config.positions != "rotary" or not told:
            return vectors
        by = torch.polar(torch.ones(n, width // 2, dtype=torch.double), angles(at, width))
        return torch.view_as_real(torch.view_as_complex(vectors.reshape(heads, n, -1, 2).contiguous()) * by).flatten(-2)

    for layer in range(config.n_layers):
        stream = after_edits("stream", layer, stream, change)
        kept["streams"].append(stream)
        block, off = f"blocks.{layer}", change.get("residual_off", ())
        read = normed(stream, f"{block}.attention_norm")
        queries, keys = (turned(in_heads(read, f"{block}.attention.{part}")) for part in ("query", "key"))
        values = after_edits("values", layer, in_heads(read, f"{block}.attention.value"), change)
        queries, keys = after_edits("queries", layer, queries, change), after_edits("keys", layer, keys, change)
        scores = queries @ keys.transpose(1, 2)
        scaled = scores * factor(width**-0.5, change)
        pattern = after_edits("pattern", layer, scaled.masked_fill(~seen, -torch.inf).softmax(-1), change, seen)
        context = after_edits("context", layer, pattern @ values, change)
        attended = context.transpose(0, 1).flatten(1) @ weights[f"{block}.attention.output.weight"].T
        attended = after_edits("attended", layer, attended, change)
        stream = attended if (layer, "attention") in off else stream + attended
        entering = (
            normed(stream, f"{block}.mlp_norm") @ weights[f"{block}.mlp_in.weight"].T + weights[f"{block}.mlp_in.bias"]
        )
        hidden = after_edits("hidden", layer, entering * (1 + torch.erf(entering / 2**0.5)) / 2, change)
        fed = hidden @ weights[f"{block}.mlp_out.weight"].T + weights[f"{block}.mlp_out.bias"]
        fed = after_edits("ffn", layer, fed, change)
        stream = fed if (layer, "ffn") in off else stream + fed
        for name, stage in zip(kept, (None, context, pattern, scores, values, fed), strict=True):
            kept[name] += [] if stage is None else [stage]
        first_keys = keys if layer == 0 else first_keys
    final = normed(stream, "final_norm")
    unembedding = weights.get("unembedding.weight", weights["embedding.weight"])
    logits = final[n - 1 - change.get("padding", 0)] @ unembedding.T
    return kept | {"keys": first_keys, "leaves": stream, "final": final, "logits": logits}
