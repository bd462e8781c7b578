"""A model of the transformers library that is changed by hooks at its own modules, and by an attention written here."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from tests.transformer.changes import Changes, Computed, after_edits, factor, looked_at, places
from tests.transformer.real.oracle import (
    ATTENDED,
    BLOCKS,
    GIVE_MIDDLE,
    LAST,
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
    with ExitStack() as hooks:
        for layer, part in change.get("residual_off", ()):
            hooks.enter_context(_cut_off(model, layer, part))
        hooks.enter_context(_edited(model, change))
        hooks.enter_context(_placed(model, change))
        logits = model(torch.tensor([ids]), **given).logits[0]
    return {"keys": _KEYS[0], "logits": logits}


@contextmanager
def _placed(model: nn.Module, change: Changes) -> Iterator[None]:
    """Give the tokens other rows of the learned positions, or none."""

    def rows(table: nn.Module, given: tuple[Tensor], output: Tensor) -> Tensor:
        first, n = int(given[0].flatten()[0]), output.shape[-2]
        assert isinstance(table, nn.Embedding)
        return (table.weight[first + places(n, change)] * change.get("positions", True)).reshape(output.shape)

    tables = [module for name, module in model.named_modules() if name.endswith(("wpe", "position_embeddings"))]
    with ExitStack() as stack:
        for table in tables:
            stack.callback(table.register_forward_hook(rows).remove)
        yield


@contextmanager
def _edited(model: nn.Module, change: Changes) -> Iterator[None]:
    """Change what enters a block, what its sublayers add and the units of its FFN, of the layers that are edited."""
    named = dict(model.named_modules())
    added = norms_added(model)
    handles = []
    for layer in {edit.layer for edit in change.get("edits", ())}:
        (whole,) = (each for each in named if each.split(".")[-1] == str(layer) and each.split(".")[-2] in BLOCKS)
        parts = {name.removeprefix(f"{whole}."): module for name, module in named.items() if name.startswith(whole)}

        def of(stage: str, stages: Tensor, layer: int = layer) -> Tensor:
            return after_edits(stage, layer, stages[0], change)[None]

        def gives(ends: tuple[str, ...], stage: str, parts: Any = parts, of: Any = of) -> None:
            module = next(module for name, module in parts.items() if name.endswith(ends))
            handles.append(module.register_forward_hook(lambda _, __, output: of(stage, output)))

        def reads(module: nn.Module, stage: str, of: Any = of) -> None:
            handles.append(module.register_forward_pre_hook(lambda _, given: (of(stage, given[0]), *given[1:])))

        last = parts.get("output.dense") or next(each for name, each in parts.items() if name.endswith(LAST))
        reads(named[whole], "stream")
        reads(last, "hidden")
        gives(("post_attention_layernorm",) if added else ATTENDED, "attended")
        if added:
            gives(("post_feedforward_layernorm",), "ffn")
        else:
            handles.append(last.register_forward_hook(lambda _, __, output, of=of: of("ffn", output)))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


@contextmanager
def _cut_off(model: nn.Module, layer: int, part: str) -> Iterator[None]:
    """Take off what a sublayer gives what the library will add to it: the stream is then what the sublayer gives."""
    named = dict(model.named_modules())
    added = norms_added(model)
    (whole,) = (each for each in named if each.split(".")[-1] == str(layer) and each.split(".")[-2] in BLOCKS)
    parts = {name.removeprefix(f"{whole}."): module for name, module in named.items() if name.startswith(f"{whole}.")}
    stream: dict[str, Tensor] = {}

    def found(*ends: str) -> nn.Module:
        return next(module for name, module in parts.items() if name.endswith(ends))

    def keeps(name: str) -> Callable[..., None]:
        return lambda _, given, output=None: stream.update({name: given[0] if output is None else output})

    attended = found("post_attention_layernorm") if added else found(*ATTENDED)
    fed = found("post_feedforward_layernorm") if added else parts.get("output.dense") or found(*LAST)
    handles = [named[whole].register_forward_pre_hook(keeps("before"))]
    if part == "attention":
        handles.append(attended.register_forward_hook(lambda _, __, output: output - stream["before"]))
    else:
        if in_parallel(model):
            handles.append(attended.register_forward_hook(keeps("attended")))
        elif any(name.endswith(GIVE_MIDDLE) for name in parts):
            handles.append(found(*GIVE_MIDDLE).register_forward_hook(keeps("middle")))
        else:
            ends = read_middle(model)
            middle = found(*((ends,) if isinstance(ends, str) else ends))
            handles.append(middle.register_forward_pre_hook(keeps("middle")))
        whole_stream = lambda: stream["middle"] if "middle" in stream else stream["before"] + stream["attended"]  # noqa: E731
        handles.append(fed.register_forward_hook(lambda _, __, output: output - whole_stream()))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
