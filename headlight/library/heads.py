"""Which kinds of heads can be looked for, and texts to look for them in."""

from collections.abc import Mapping

import numpy as np
from numpy import ndarray as Array

from headlight.library.reading import Reader

KINDS: Mapping[str, str] = {  # of heads, each with what it looks at
    "previous": "the token before",
    "duplicate": "the same token earlier",
    "induction": "what followed it earlier",
    "first": "the first token",
    "itself": "itself",
}
_ROWS, _REPEATED = 4, 20


def repeated(reader: Reader, seed: int) -> list[Array]:
    """Rows of random tokens that come twice (Olsson et al. 2022): what follows is known from before, or not at all."""
    random, marks, config = np.random.default_rng(seed), reader.inner.tokenizer.marks, reader.inner.config
    ids = [id for id in range(config.vocab_size) if id not in marks]
    count = min(_REPEATED, len(ids), config.max_tokens // 2)
    return [np.tile(random.choice(ids, count, replace=False), 2) for _ in range(_ROWS)]
