"""Time of `trace`, which keeps every stage, against a plain forward pass of the same weights that keeps none."""

from collections.abc import Iterable
from typing import cast

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.timing import Taken, in_turns
from transformer import LanguageModel, load
from transformer.model import Block
from transformer.positions import sinusoidal

TEXT = "The hiking trail led us through bear country and then down to the river bank . "


LOGITS = {True: "logits at every place", False: "no logits"}


@torch.inference_mode()
def plain_forward(model: LanguageModel, ids: Tensor, logits: bool = True) -> Tensor:
    """Logits [pos, vocab], or what the unembedding reads, by torch's fused attention, written to be fast."""
    net, config = model.transformer, model.config
    residual = net.embedding(ids) * config.d_model**0.5 + sinusoidal(torch.arange(len(ids)), config.d_model)
    for block in cast(Iterable[Block], net.blocks):
        normed = block.attention_norm(residual)
        attention = block.attention
        queries, keys, values = (
            project(normed).view(len(ids), config.n_heads, config.d_head).transpose(0, 1)
            for project in (attention.query, attention.key, attention.value)
        )
        context = scaled_dot_product_attention(queries[None], keys[None], values[None], is_causal=True)[0]
        residual = residual + attention.output(context.transpose(0, 1).flatten(1))
        residual = residual + block.mlp_out(torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(residual))))
    final = net.final_norm(residual)
    return net.unembedding(final) if logits else final


def rows(repeats: int = 60) -> list[tuple[str, Taken, Taken]]:
    """Rows (what, plain forward, trace); both include the tokenizer."""
    torch.set_num_threads(1)
    model = load("story")
    table = []
    for tokens in (16, 64):
        for logits, said in LOGITS.items():
            text = " ".join((TEXT * 5).split()[:tokens])

            def plain(text: str = text, logits: bool = logits) -> np.ndarray:
                ids = torch.tensor([token.id for token in model.tokenizer.encode(text)])
                return plain_forward(model, ids, logits).numpy()

            def traced(text: str = text, logits: bool = logits) -> np.ndarray:
                trace = model.trace(text)
                return trace.logits if logits else trace.final

            assert np.allclose(plain(), traced(), atol=1e-4)
            taken = in_turns({"plain": plain, "trace": traced}, repeats)
            table.append((f"{tokens} tokens, {said}", taken["plain"], taken["trace"]))
    return table
