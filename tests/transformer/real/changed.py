"""A model of the transformers library that is changed by hooks at its own modules, and by an attention written here."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from tests.transformer.changes import Changes, Computed, after_edits, factor, looked_at, places
from tests.transformer.real.oracle import (
    ATTENDED,
    BLOCKS,
    GIVE_MIDDLE,
    LAST,
    Hooks,
    attends,
    in_parallel,
    norms_added,
    read_middle,
)

_ASKED: list[Changes] = []  # the change of the pass that is under way
_KEYS: list[Tensor] = []  # of its layers so far


def _attend(module, query, key, value, attention_mask, scaling=None, softcap=None, **_):
    """Attention that is changed, of one text, in the library's shapes."""
    change, layer = _ASKED[-1], len(_KEYS)
    group = query.shape[1] // key.shape[1]
    heads = query[0], key[0].repeat_interleave(group, 0), value[0].repeat_interleave(group, 0)
    stages = zip(("queries", "keys", "values"), heads, strict=True)
    query, key, value = (after_edits(name, layer, stage, change) for name, stage in stages)
    _KEYS.append(key)
    n = query.shape[-2]
    own = torch.ones(n, n, dtype=torch.bool) if attention_mask is None else attention_mask[0, 0] > -1e30
    scaled = query @ key.transpose(-2, -1) * factor(query.shape[-1] ** -0.5 if scaling is None else scaling, change)
    if softcap is not None:
        scaled = torch.tanh(scaled / softcap) * softcap
    seen = looked_at(own, change)
    pattern = after_edits("pattern", layer, scaled.masked_fill(~seen, -torch.inf).softmax(-1), change, seen)
    context = after_edits("context", layer, pattern @ value, change)
    return context.transpose(0, 1)[None].contiguous(), pattern[None]


@torch.inference_mode()
def library_pass(model: Any, ids: list[int], change: Changes) -> Computed:
    """Return what the library computes for these ids under a change."""
    attends(model, "changed", _attend)
    _ASKED.append(change)
    _KEYS.clear()
    given: dict[str, Any] = {"attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
    if model.config.model_type == "gptj" or any("rotary" in name for name, _ in model.named_modules()):
        at = places(len(ids), change) if change.get("positions", True) else torch.zeros(len(ids), dtype=torch.long)
        given["position_ids"] = at[None]
    with Hooks() as hooks:
        for layer, part in change.get("residual_off", ()):
            _cut_off(model, hooks, layer, part)
        for layer in {edit.layer for edit in change.get("edits", ())}:
            _edited(model, hooks, layer, change)
        for name, module in model.named_modules():
            if name.endswith(("wpe", "position_embeddings")):
                hooks.gives(module, partial(_rows, change))
        logits = model(torch.tensor([ids]), **given).logits[0]
    return {"keys": _KEYS[0], "logits": logits}


def _rows(change: Changes, table: nn.Embedding, given: tuple[Tensor], output: Tensor) -> Tensor:
    """Other rows of the learned positions, or none."""
    first, n = int(given[0].flatten()[0]), output.shape[-2]
    return (table.weight[first + places(n, change)] * change.get("positions", True)).reshape(output.shape)


class Block:
    """A block of the library, and the modules in it, found by the ends of their names."""

    def __init__(self, model: nn.Module, layer: int) -> None:
        named, added = dict(model.named_modules()), norms_added(model)
        (whole,) = (each for each in named if each.split(".")[-1] == str(layer) and each.split(".")[-2] in BLOCKS)
        self.module, start = named[whole], f"{whole}."
        self.parts = {name.removeprefix(start): module for name, module in named.items() if name.startswith(start)}
        self.last = self.parts.get("output.dense") or self.part(*LAST)  # of its FFN
        self.attended = self.part("post_attention_layernorm") if added else self.part(*ATTENDED)
        self.fed = self.part("post_feedforward_layernorm") if added else self.last

    def part(self, *ends: str) -> nn.Module:
        return next(module for name, module in self.parts.items() if name.endswith(ends))


def _edited(model: nn.Module, hooks: Hooks, layer: int, change: Changes) -> None:
    """Change what enters a block, what its sublayers add and the units of its FFN."""
    block = Block(model, layer)

    def edited(stage: str, stages: Tensor) -> Tensor:
        return after_edits(stage, layer, stages[0], change)[None]

    for module, stage in ((block.module, "stream"), (block.last, "hidden")):
        hooks.reads(module, lambda _, given, stage=stage: (edited(stage, given[0]), *given[1:]))
    for module, stage in ((block.attended, "attended"), (block.fed, "ffn")):
        hooks.gives(module, lambda _, __, output, stage=stage: edited(stage, output))


def _cut_off(model: nn.Module, hooks: Hooks, layer: int, part: str) -> None:
    """Take off what a sublayer gives what the library will add to it: the stream is then what the sublayer gives."""
    block = Block(model, layer)
    stream: dict[str, Tensor] = {}

    def keeps(name: str) -> Callable[..., None]:
        return lambda _, given, output=None: stream.update({name: given[0] if output is None else output})

    hooks.reads(block.module, keeps("before"))
    if part == "attention":
        hooks.gives(block.attended, lambda _, __, output: output - stream["before"])
        return
    if in_parallel(model):
        hooks.gives(block.attended, keeps("attended"))
    elif any(name.endswith(GIVE_MIDDLE) for name in block.parts):
        hooks.gives(block.part(*GIVE_MIDDLE), keeps("middle"))
    else:
        ends = read_middle(model)
        hooks.reads(block.part(*((ends,) if isinstance(ends, str) else ends)), keeps("middle"))

    def without(_: nn.Module, __: Any, output: Tensor) -> Tensor:
        return output - (stream["middle"] if "middle" in stream else stream["before"] + stream["attended"])

    hooks.gives(block.fed, without)
