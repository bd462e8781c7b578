"""The same stages from the transformers library: its own attention with our names, and hooks at the ends of modules."""

import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np
import torch

_seen: list[dict[str, Any]] = []
# The modules whose output is `attended`, whose input is `hidden`, which read or give `residual_mid`, and which are a
# whole block, by the ends of their names.
ATTENDED = (
    "o_proj", "attn.c_proj", "attn.out_proj", "attn.Wo", "attention.out_proj", "attention.dense",
    "attention.output.dense", "attention.out_lin",
)  # fmt: skip
LAST = ("mlp.down_proj", "mlp.c_proj", "mlp.fc_out", "mlp.Wo", "mlp.dense_4h_to_h", "ffn.lin2")
READ_MIDDLE = ("post_attention_layernorm", "ln_2", "mlp_norm")
GIVE_MIDDLE = ("attention.output.LayerNorm", "sa_layer_norm")
BLOCKS = ("layers", "h", "layer")


def _attend(module, query, key, value, attention_mask, scaling=None, softcap=None, position_bias=None, **_):
    """Return what `attend` computes, of one text, in the library's shapes."""
    group = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
    scores = query @ key.transpose(-2, -1)
    scaled = scores * (query.shape[-1] ** -0.5 if scaling is None else scaling)
    if softcap is not None:
        scaled = torch.tanh(scaled / softcap) * softcap
    if position_bias is not None:
        scaled = scaled + position_bias
    masked = scaled if attention_mask is None else scaled + attention_mask[..., : key.shape[-2]]
    pattern = masked.softmax(-1)
    context = pattern @ value
    named = {"queries": query, "keys": key, "values": value, "scores": scores, "scaled": scaled, "masked": masked}
    named |= {"pattern": pattern, "context": context}
    _seen.append({name: tensor[0].numpy() for name, tensor in named.items()})
    return context.transpose(1, 2).contiguous(), pattern


def attends(model: Any, name: str, attend: Callable[..., Any]) -> None:
    """Let the library's model attend as a function does, which is registered under a name.

    Its GPT-Neo and GPT-J know no such names: there the function takes the place of a method of each layer, which has
    the window of a local one.
    """
    # These take a second to import, which the processes of the browser's tests would spend too.
    from transformers import AttentionInterface, AttentionMaskInterface
    from transformers.masking_utils import eager_mask

    if model.config.model_type not in ("gpt_neo", "gptj"):
        AttentionInterface.register(name, attend)
        AttentionMaskInterface.register(name, eager_mask)
        model.set_attn_implementation(name)
        return

    def older(module: Any, query: Any, key: Any, value: Any, mask: Any) -> Any:
        n = query.shape[-2]
        own = getattr(module, "bias", torch.ones(n, n, dtype=torch.bool)[None, None])[..., :n, :n].bool()
        looks = mask.masked_fill(~own, torch.finfo(mask.dtype).min)
        context, pattern = attend(module, query, key, value, looks, 1.0 if hasattr(module, "bias") else None)
        return context.transpose(1, 2), pattern

    for module in model.modules():
        if hasattr(module, "_attn"):
            module._attn = partial(older, module)


def norms_added(model: Any) -> bool:
    """Whether what each sublayer adds is normalized before."""
    return any(name.endswith("post_feedforward_layernorm") for name, _ in model.named_modules())


def read_middle(model: Any) -> str | tuple[str, ...]:
    """The end of the name of what reads the stream after attention."""
    if any(name.endswith("pre_feedforward_layernorm") for name, _ in model.named_modules()):
        return "pre_feedforward_layernorm"
    return "mlp" if norms_added(model) else READ_MIDDLE


def in_parallel(model: Any) -> bool:
    """Whether attention and the FFN read the same stream."""
    return getattr(model.config, "use_parallel_residual", model.config.model_type == "gptj")


def _first(output: Any) -> np.ndarray:
    """The one text of a module's output, whose first part it is if there are several."""
    return (output[0] if isinstance(output, tuple) else output)[0].numpy()


class Hooks(ExitStack):
    """Hooks at modules, which are taken off where it is left."""

    def reads(self, module: torch.nn.Module, hook: Callable[..., Any]) -> None:
        self.callback(module.register_forward_pre_hook(hook).remove)

    def gives(self, module: torch.nn.Module, hook: Callable[..., Any]) -> None:
        self.callback(module.register_forward_hook(hook).remove)


def _told(of: list[np.ndarray]) -> Callable[..., None]:
    """A hook that keeps what a module reads, or, as it is handed that too, what it gives."""
    return lambda _, given, *output: of.append(_first(output[0] if output else given[0]))


def _listen(model: torch.nn.Module, hooks: Hooks, seen: dict[str, list[np.ndarray]]) -> None:
    """Let the model's modules say what they read and give."""
    added, middle = norms_added(model), read_middle(model)
    for name, module in model.named_modules():
        *_, folder, end = ("", "", *name.split("."))
        if name.endswith("post_attention_layernorm" if added else ATTENDED):
            hooks.gives(module, _told(seen["attended"]))
        if name.endswith(middle):
            hooks.reads(module, _told(seen["residual_mid"]))
        if name.endswith(GIVE_MIDDLE):
            hooks.gives(module, _told(seen["residual_mid"]))
        if name.endswith(LAST) or (name.endswith("output.dense") and not name.endswith("attention.output.dense")):
            hooks.reads(module, _told(seen["hidden"]))
        if end.isdigit() and folder in BLOCKS:
            hooks.reads(module, _told(seen["residual_in"]))
            hooks.gives(module, _told(seen["residual_out"]))


@torch.inference_mode()
def stages_of(model: Any, ids: list[int]) -> tuple[list[dict[str, np.ndarray]], np.ndarray]:
    """Each layer's stages under our names, and the logits."""
    attends(model.eval(), "headlight", _attend)
    _seen.clear()
    stages: dict[str, list[np.ndarray]] = defaultdict(list)
    with Hooks() as hooks:
        _listen(model, hooks, stages)
        logits = model(torch.tensor([ids])).logits[0].numpy()
    if in_parallel(model):  # the norm there reads the stream before attention
        stages["residual_mid"] = [a + b for a, b in zip(stages["residual_in"], stages["attended"], strict=True)]
    assert {"attended", "residual_mid", "hidden", "residual_in", "residual_out"} == stages.keys()
    layers = zip(*stages.values(), strict=True)
    return [seen | dict(zip(stages, layer, strict=True)) for seen, layer in zip(_seen, layers, strict=True)], logits


# The same of an encoder and a decoder: (the end of a module's name, whether it reads or gives the stage, the stage). A
# decoder's block has two attentions; the residual stream after the second is `crossed`.
_OF_SIDES = (
    (r"SelfAttention\.o|self_attn\.out_proj", "gives", "attended"),
    (r"EncDecAttention\.o|encoder_attn\.out_proj", "gives", "cross_attended"),
    (r"block\.\d+\.layer\.1\.layer_norm", "reads", "residual_mid"),
    (r"block\.\d+\.layer\.2\.layer_norm", "reads", "crossed"),
    (r"self_attn_layer_norm", "gives", "residual_mid"),
    (r"encoder_attn_layer_norm", "gives", "crossed"),
    (r"DenseReluDense\.wo|fc2", "reads", "hidden"),
    (r"(block|layers)\.\d+", "reads", "residual_in"),
    (r"(block|layers)\.\d+", "gives", "residual_out"),
)
Layers = dict[str, list[dict[str, np.ndarray]]]


@torch.inference_mode()
def stages_of_sides(model: Any, source: list[int], inputs: list[int]) -> tuple[Layers, np.ndarray]:
    """The stages of each layer of the encoder, of the decoder and of the cross-attention between, and the logits."""
    attends(model.eval(), "headlight", _attend)
    _seen.clear()
    seen: dict[str, dict[str, list[np.ndarray]]] = {side: defaultdict(list) for side in ("encoder", "decoder")}
    with Hooks() as hooks:
        for name, module in model.named_modules():
            for end, how, stage in _OF_SIDES:
                if found := re.search(rf"(?:^|\.)(encoder|decoder)\.(?:.*\.)?(?:{end})$", name):
                    getattr(hooks, how)(module, _told(seen[found[1]][stage]))
        logits = model(input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([inputs])).logits[0].numpy()
    n_layers = len(seen["encoder"]["residual_in"])
    attention = {"encoder": _seen[:n_layers], "decoder": _seen[n_layers::2]}
    decoder = seen["decoder"]
    crossed = zip(_seen[n_layers + 1 :: 2], decoder.pop("cross_attended"), decoder.pop("crossed"), strict=True)
    found = {"cross": [{**across, "attended": added, "residual_out": out} for across, added, out in crossed]}
    for side, stages in seen.items():
        layers = zip(*stages.values(), strict=True)
        found[side] = [
            heads | dict(zip(stages, layer, strict=True)) for heads, layer in zip(attention[side], layers, strict=True)
        ]
    return found, logits
