"""Ways to switch off heads and FFNs: by zero, by their mean over texts, or by their values in another text."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

from headlight.library.asked import AskedModel, LayerHead
from headlight.library.given import heads_of, layers_of
from transformer.counted import whole
from transformer.edits import Edit

Ablation = Literal["zero", "mean", "resample"]


def ablations(
    model: AskedModel,
    heads: Iterable[LayerHead] | LayerHead,
    ffns: Iterable[int] | int,
    how: Ablation,
    over: Sequence[Any],
    seed: int,
) -> list[Edit]:
    """The edits that switch parts off.

    Raises:
        ValueError: if there is no such head or layer, texts are missing, or nothing is switched off.
    """
    parts: list[tuple[str, int, int | None]] = [("context", layer, head) for layer, head in heads_of(heads)]
    parts = list(dict.fromkeys([*parts, *(("ffn", layer, None) for layer in layers_of(ffns))]))
    if not parts:
        raise ValueError("nothing is switched off: name heads or ffns")
    if how not in ("zero", "mean", "resample"):
        raise ValueError(f"an ablation is zero, mean or resample, got {how!r}")
    texts = model.reader.listed(over, least=0)
    if (how == "zero") == bool(texts):
        raise ValueError(f"{how} ablation is {'of no texts: leave over out' if how == 'zero' else 'over texts'}")
    for stage, layer, head in parts:
        Edit(stage, layer, 0.0, head=head).refuse_absent(model.plan, 1)
    if how == "zero":
        return [Edit(stage, layer, 0.0, head=head) for stage, layer, head in parts]
    if how == "resample":
        texts = [texts[int(np.random.default_rng(whole("a seed", seed, 0)).integers(len(texts)))]]
    runs = model.run(texts, keep=sorted({stage for stage, _, _ in parts}))
    edits = []
    for stage, layer, head in parts:
        value = runs.mean(stage, layer) if how == "mean" else runs[0].stage(stage, layer)
        edits.append(Edit(stage, layer, value if head is None else value[head], head=head))
    return edits
