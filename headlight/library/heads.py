"""Kinds of heads: measured and found, in texts or in random tokens that come twice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy import ndarray as Array

from headlight.library import spoken
from headlight.library.asked import AskedModel
from transformer import LanguageModel, OpenedModel, Trace
from transformer.counted import whole
from transformer.readings.aims import MEASURES, by_chance, measured

KINDS: Mapping[str, str] = {  # of heads, each with what it looks at
    "previous": "the token before",
    "duplicate": "the same token earlier",
    "induction": "what followed it earlier",
    "first": "the first token",
    "itself": "itself",
}
_ROWS, _REPEATED = 4, 20


def measure(model: AskedModel, texts: Sequence[Any] | None, seed: int) -> dict[str, Array]:
    """Average each measure of every head over texts, [layer, head]."""
    traces = [*_traces(model, texts, seed)]
    means = {name: np.mean([measured(trace, name) for trace in traces], axis=0) for name in MEASURES}
    return {name: spoken.heads(mean, name) for name, mean in means.items()}


def detect(model: AskedModel, kind: str, texts: Sequence[Any] | None, seed: int) -> Array:
    """Average the weight of every head where one of this kind looks, less chance, [layer, head].

    Raises:
        ValueError: if there is no such kind.
    """
    if kind not in [*KINDS]:
        raise ValueError(f"a kind of head is one of {', '.join(KINDS)}, got {kind!r}")
    aim = KINDS[kind]
    found = np.mean([measured(trace, aim) - by_chance(trace, aim) for trace in _traces(model, texts, seed)], axis=0)
    return spoken.heads(found, f"weight on {aim}, less chance")


def _traces(model: AskedModel, texts: Sequence[Any] | None, seed: int) -> Iterator[Trace]:
    listed = _repeated(model.inner, seed) if texts is None else model.reader.listed(texts)
    return (run.trace for run in model.run(listed))


def _repeated(inner: LanguageModel | OpenedModel, seed: int) -> list[Array]:
    """Rows of random tokens that come twice (Olsson et al. 2022): what follows is known from before, or not at all."""
    random, marks, config = np.random.default_rng(whole("a seed", seed, 0)), inner.tokenizer.marks, inner.config
    ids = [id for id in range(config.vocab_size) if id not in marks]
    count = min(_REPEATED, len(ids), config.max_tokens // 2)
    return [np.tile(random.choice(ids, count, replace=False), 2) for _ in range(_ROWS)]
