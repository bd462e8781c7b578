"""The same stages from the transformers library: its own attention with our names, and hooks at the ends of modules."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

_seen: list[dict[str, Any]] = []
# The modules whose output is `attended`, whose input is `hidden`, and which are a whole block, by the ends of their
# names; where several would fit, the last one of a block's that ran has the say.
ATTENDED = ("o_proj", "attn.c_proj", "attention.dense", "attention.output.dense", "attention.out_lin")
LAST = ("mlp.down_proj", "mlp.c_proj", "mlp.dense_4h_to_h", "ffn.lin2")
BLOCKS = ("layers", "h", "layer")


def _attend(module, query, key, value, attention_mask, scaling=None, dropout=0.0, softcap=None, **_):
    """What `attend` computes, of one text, in the library's shapes."""
    group = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
    scores = query @ key.transpose(-2, -1)
    scaled = scores * (query.shape[-1] ** -0.5 if scaling is None else scaling)
    if softcap is not None:
        scaled = torch.tanh(scaled / softcap) * softcap
    masked = scaled if attention_mask is None else scaled + attention_mask[..., : key.shape[-2]]
    pattern = masked.softmax(-1)
    context = pattern @ value
    named = {"queries": query, "keys": key, "values": value, "scores": scores, "scaled": scaled, "masked": masked}
    named |= {"pattern": pattern, "context": context}
    _seen.append({name: tensor[0].numpy() for name, tensor in named.items()})
    return context.transpose(1, 2).contiguous(), pattern


AttentionInterface.register("headlight", _attend)
AttentionMaskInterface.register("headlight", eager_mask)


def _first(output: Any) -> np.ndarray:
    return (output[0] if isinstance(output, tuple) else output)[0].numpy()


@contextmanager
def _hooked(model: torch.nn.Module, attended: list, hidden: list, blocks: list) -> Iterator[None]:
    handles = []
    sandwiched = any(name.endswith("pre_feedforward_layernorm") for name, _ in model.named_modules())
    for name, module in model.named_modules():
        *_, folder, end = ("", "", *name.split("."))
        if name.endswith("post_attention_layernorm" if sandwiched else ATTENDED):
            handles.append(module.register_forward_hook(lambda m, i, o: attended.append(_first(o))))
        elif name.endswith(LAST) or (name.endswith("output.dense") and not name.endswith("attention.output.dense")):
            handles.append(module.register_forward_pre_hook(lambda m, i: hidden.append(i[0][0].numpy())))
        elif end.isdigit() and folder in BLOCKS:
            both = lambda m, i, o: blocks.append((i[0][0].numpy(), _first(o)))  # noqa: E731
            handles.append(module.register_forward_hook(both))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


@torch.inference_mode()
def stages_of(model: Any, ids: list[int]) -> list[dict[str, np.ndarray]]:
    """Each layer's stages under our names, and the logits in a last one of their own."""
    model.eval().set_attn_implementation("headlight")
    _seen.clear()
    attended, hidden, blocks = [], [], []
    with _hooked(model, attended, hidden, blocks):
        output = model(torch.tensor([ids]))
    assert len(_seen) == len(attended) == len(hidden) == len(blocks) > 0
    layers = [
        {**seen, "attended": a, "hidden": h, "residual_in": before, "residual_out": after}
        for seen, a, h, (before, after) in zip(_seen, attended, hidden, blocks, strict=True)
    ]
    logits = output.logits if hasattr(output, "logits") else None
    return [*layers, {} if logits is None else {"logits": logits[0].numpy()}]
