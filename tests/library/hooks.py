"""What a practitioner writes by hand: plain torch hooks on a model of the transformers library."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import Tensor

KINDS = ("gpt2", "llama", "llama-3", "mistral", "qwen2", "qwen2-window")  # without norms of queries and keys in heads
OF_HEADS = ("queries", "keys", "values", "context")
Change = Callable[[Tensor], Tensor]


class Hooked:
    """A GPT-2, or a Llama or one of its heirs; a stage is [pos, width], of heads [head, pos, d_head].

    Queries and keys are those before they are turned, and keys and values have a head for each that is shared.
    """

    def __init__(self, model: Any) -> None:
        model.set_attn_implementation("eager")
        self.model, self.gpt2 = model, hasattr(model, "transformer")
        self.blocks = model.transformer.h if self.gpt2 else model.model.layers
        self.norm = model.transformer.ln_f if self.gpt2 else model.model.norm
        self.n_heads = model.config.num_attention_heads
        self.d_head = getattr(model.config, "head_dim", None) or model.config.hidden_size // self.n_heads

    def _attention(self, layer: int) -> Any:
        return self.blocks[layer].attn if self.gpt2 else self.blocks[layer].self_attn

    def output(self, layer: int) -> Any:
        """W_O."""
        return self._attention(layer).c_proj if self.gpt2 else self._attention(layer).o_proj

    def _last(self, layer: int) -> Any:
        return self.blocks[layer].mlp.c_proj if self.gpt2 else self.blocks[layer].mlp.down_proj

    def leaving(self, ids: list[int], layer: int, enters: Tensor) -> Tensor:
        """What leaves the last layer, [pos, d_model], where this enters a layer."""
        found: list[Tensor] = []

        def keep(_: Any, __: Any, output: Any) -> None:
            found.append(output[0] if isinstance(output, tuple) else output)

        with (
            self.blocks[layer].register_forward_pre_hook(lambda _, given: (enters[None], *given[1:])),
            self.blocks[-1].register_forward_hook(keep),
        ):
            self.model(torch.tensor([ids]))
        return found[0].reshape(enters.shape)

    def _in_heads(self, stage: Tensor) -> Tensor:
        return stage.unflatten(-1, (-1, self.d_head)).transpose(0, 1)

    def _side_by_side(self, stage: Tensor) -> Tensor:
        return stage.transpose(0, 1).flatten(-2)

    @contextmanager
    def changed(self, stage: str, layer: int, change: Change) -> Iterator[None]:
        """Let a stage be what the function makes of it."""

        def of(vectors: Tensor) -> Tensor:
            if stage not in OF_HEADS:
                return change(vectors[0].clone())[None]
            return self._side_by_side(change(self._in_heads(vectors[0]).clone()))[None]

        def third(_: Any, __: Any, output: Tensor) -> Tensor:
            parts = list(output.chunk(3, -1))
            number = OF_HEADS.index(stage)
            parts[number] = of(parts[number])
            return torch.cat(parts, -1)

        attention = self._attention(layer)
        reads = {"stream": self.blocks[layer], "context": self.output(layer), "hidden": self._last(layer)}
        gives = {"attended": self.output(layer), "ffn": self._last(layer)}
        if stage in reads:
            handle = reads[stage].register_forward_pre_hook(lambda _, given: (of(given[0]), *given[1:]))
        elif stage in gives:
            handle = gives[stage].register_forward_hook(lambda _, __, output: of(output))
        elif self.gpt2:
            handle = attention.c_attn.register_forward_hook(third)
        else:
            made = getattr(attention, {"queries": "q_proj", "keys": "k_proj", "values": "v_proj"}[stage])
            handle = made.register_forward_hook(lambda _, __, output: of(output))
        try:
            yield
        finally:
            handle.remove()

    def run(self, ids: list[int], *changes: tuple[str, int, Change], grad: bool = False) -> Any:
        """The library's pass with these changes."""
        with ExitStack() as stack, torch.set_grad_enabled(grad):
            for each in changes:
                stack.enter_context(self.changed(*each))
            return self.model(torch.tensor([ids]), output_hidden_states=True, output_attentions=True)

    def logits(self, ids: list[int], *changes: tuple[str, int, Change]) -> Any:
        """The logits of that, [pos, vocab]."""
        return self.run(ids, *changes).logits[0].numpy()

    def stage(self, ids: list[int], name: str, layer: int, *changes: tuple[str, int, Change]) -> Tensor:
        """A stage of that."""
        kept: list[Tensor] = []

        def keep(stage: Tensor) -> Tensor:
            kept.append(stage.detach().clone())
            return stage

        self.run(ids, *changes, (name, layer, keep))
        return kept[0]


def put(value: Tensor | float, *where: Any) -> Change:
    """A change that puts a value in at a place of a stage."""

    def change(stage: Tensor) -> Tensor:
        stage[where] = value if isinstance(value, Tensor) else torch.tensor(value)
        return stage

    return change
