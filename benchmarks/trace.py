"""Time of `trace`, which keeps every stage, against a plain forward pass of the same weights that keeps none."""

import time
from collections.abc import Iterable
from typing import cast

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from transformer import LanguageModel, load
from transformer.model import Block
from transformer.positions import sinusoidal

TEXT = "The hiking trail led us through bear country and then down to the river bank . "


@torch.inference_mode()
def plain_forward(model: LanguageModel, ids: Tensor) -> Tensor:
    """Probabilities [pos, vocab] by torch's fused attention, as one would write it to be fast."""
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
    return net.unembedding(net.final_norm(residual)).softmax(-1)


def rows(repeats: int = 60) -> list[tuple[str, float, float, float]]:
    """Rows (what, plain forward, trace, ratio), medians in milliseconds; both include the tokenizer."""
    torch.set_num_threads(1)
    model = load("story")
    table = []
    for tokens in (16, 64):
        text = " ".join((TEXT * 5).split()[:tokens])

        def plain(text: str = text) -> np.ndarray:
            return plain_forward(model, torch.tensor([token.id for token in model.tokenizer.encode(text)])).numpy()

        def traced(text: str = text) -> np.ndarray:
            return model.trace(text).probabilities

        assert np.allclose(plain(), traced(), atol=1e-5)
        times: dict[str, list[float]] = {"plain": [], "trace": []}
        for _ in range(repeats):  # in turns, so that a busy moment of the machine meets both
            for name, run in (("plain", plain), ("trace", traced)):
                began = time.perf_counter()
                run()
                times[name].append(1000 * (time.perf_counter() - began))
        first, second = np.median(times["plain"]), np.median(times["trace"])
        table.append((f"{tokens} tokens", float(first), float(second), float(second / first)))
    return table
