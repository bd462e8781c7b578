"""Time of `trace`, which keeps every stage, against plain forward passes of the same weights that keep none.

One multiplies as torch does by itself, the other by `linear`, as the trace does: what keeping the stages costs is the
ratio to the second, and what a reader of the code who calls torch waits for is the first.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from benchmarks import timing
from benchmarks.timing import Taken, in_turns
from transformer import LanguageModel, load
from transformer.linear import linear
from transformer.model import Block
from transformer.positions import sinusoidal
from transformer.readings.deciding import deciding
from transformer.readings.why import why

TEXT = "The hiking trail led us through bear country and then down to the river bank . "


_AIM = 1.5  # times a plain pass, at most
LOGITS = {True: "logits at every position", False: "no logits"}


Product = Callable[[nn.Linear, Tensor], Tensor]


def by_torch(layer: nn.Linear, vectors: Tensor) -> Tensor:
    """The product of a layer, by the library that torch chooses."""
    return layer(vectors)


def by_linear(layer: nn.Linear, vectors: Tensor) -> Tensor:
    """Compute the logits as a trace does."""
    return linear(vectors, layer.weight, layer.bias)


@torch.inference_mode()
def plain_forward(model: LanguageModel, ids: Tensor, logits: bool = True, product: Product = by_torch) -> Tensor:
    """Logits [pos, vocab], or what the unembedding reads, by torch's fused attention, written to be fast."""
    net, config = model.transformer, model.config
    residual = net.embedding(ids) * config.d_model**0.5 + sinusoidal(torch.arange(len(ids)), config.d_model)
    for block in cast(Iterable[Block], net.blocks):
        normed = block.attention_norm(residual)
        attention = block.attention
        queries, keys, values = (
            product(project, normed).view(len(ids), config.n_heads, config.d_head).transpose(0, 1)
            for project in (attention.query, attention.key, attention.value)
        )
        context = scaled_dot_product_attention(queries[None], keys[None], values[None], is_causal=True)[0]
        residual = residual + product(attention.output, context.transpose(0, 1).flatten(1))
        hidden = torch.nn.functional.gelu(product(block.mlp_in, block.mlp_norm(residual)))
        residual = residual + product(block.mlp_out, hidden)
    final = net.final_norm(residual)
    return product(net.unembedding, final) if logits else final


def cuts(repeats: int = 30) -> list[tuple[str, dict[str, Taken]]]:
    """Rows of a trace, of the next word without each head and FFN, and of all that "Why this word?" cuts besides."""
    torch.set_num_threads(1)
    model, table = load("story"), []
    for tokens in (16, 64):
        text = " ".join((TEXT * 5).split()[:tokens])
        trace = model.trace(text)
        runs: dict[str, Callable[[], object]] = {
            "trace": partial(model.trace, text),
            "heads and FFNs": partial(deciding, model, trace),
            "and words": partial(why, model, trace),
        }
        table.append((f"{tokens} tokens", in_turns(runs, repeats)))
    return table


PRODUCTS: dict[str, Product] = {"torch's own products": by_torch, "the same products": by_linear}


def rows(repeats: int = 60) -> list[tuple[str, Taken, Taken]]:
    """Rows (what, plain forward, trace), with each kind of products of the plain one; both include the tokenizer."""
    torch.set_num_threads(1)
    model = load("story")
    table = []
    for tokens in (16, 64):
        for logits, said in LOGITS.items():
            text = " ".join((TEXT * 5).split()[:tokens])

            def plain(product: Product, text: str = text, logits: bool = logits) -> np.ndarray:
                ids = torch.tensor([token.id for token in model.tokenizer.encode(text)])
                return plain_forward(model, ids, logits, product).numpy()

            def traced(text: str = text, logits: bool = logits) -> np.ndarray:
                trace = model.trace(text)
                return trace.logits if logits else trace.final

            for named, product in PRODUCTS.items():
                sides: dict[str, Callable[[], np.ndarray]] = {"plain": partial(plain, product), "trace": traced}
                assert np.allclose(sides["plain"](), traced(), atol=1e-4)
                taken = in_turns(sides, repeats)
                table.append((f"{tokens} tokens, {said}, {named}", taken["plain"], taken["trace"]))
    return table


def table() -> str:
    """Return what a trace takes beside plain forward passes."""
    found, lines = rows(), []
    for (what, plain, traced), (*_, same) in zip(found[::2], found[1::2], strict=True):
        milliseconds = (f"{each.milliseconds:.1f} ms" for each in (plain, traced))
        lines.append([what.rpartition(",")[0], *milliseconds, f"{traced.ratio:.2f}", f"{same.ratio:.2f}", _AIM])
    return timing.table(
        ["", "plain forward, torch's fused attention", "`trace`", "ratio", "the same products", "aim"], lines
    )


def table_of_cuts() -> str:
    """Return what finding the reason takes beside a trace."""
    found = cuts()
    names = {
        "trace": "`trace`, with the last logits",
        "heads and FFNs": "without each of 36 heads and 6 FFNs (`deciding`)",
        "and words": "the same, with each word hidden too, and each cell of one head (`why`)",
    }
    lines = [
        [said, *(f"{taken[name].milliseconds:.1f} ms, {taken[name].ratio:.1f} times" for _, taken in found)]
        for name, said in names.items()
    ]
    return timing.table(["", *(what for what, _ in found)], lines)
