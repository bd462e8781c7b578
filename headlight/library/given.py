"""Parts of a question as they are meant, whatever they are given as; or a sentence that says what is needed."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from transformer.counted import pair, whole
from transformer.readings.answer import Token, Word


def token_of(token: Any) -> Token:
    """An id, or how a token is written. ValueError for anything else."""
    return token if isinstance(token, str) else whole("a token, where it is not written as a text,", token)


def word_of(word: Any) -> Word:
    """A token, or two whose difference is meant. ValueError for anything else."""
    if not isinstance(word, tuple | list):
        return token_of(word)
    if len(word) != 2:
        raise ValueError(f"a word is one token, or two whose difference is meant, got {len(word)}: {word!r:.60}")
    return token_of(word[0]), token_of(word[1])


def refuse_no_run(*runs: Any) -> None:
    """Raise a ValueError if one of these is no run."""
    for run in runs:
        if not hasattr(run, "_trace"):
            raise ValueError(f"this is asked of a run, such as model.run('bear'), got {type(run).__name__}")


def refuse_other_length(one: Any, other: Any) -> None:
    """Raise a ValueError if these are no runs, or one is of fewer or more tokens."""
    refuse_no_run(one, other)
    if len(one) != len(other):
        raise ValueError(
            f"both texts need equally many tokens, got {len(one)} and {len(other)}: change one word for another that "
            "is one token too"
        )


def heads_of(heads: Any) -> list[tuple[int, int]]:
    """Each (layer, head) of several, or the one. ValueError for anything else."""
    listed = _listed(heads)
    several = isinstance(listed, list) and not (listed and np.ndim(listed[0]) == 0)
    return [pair("a head", each) for each in (listed if several else [listed])]


def layers_of(layers: Any) -> list[int]:
    """Each of several layers, or the one."""
    listed = _listed(layers)
    return [whole("a layer", layer) for layer in (listed if isinstance(listed, list) else [listed])]


def _listed(several: Any) -> Any:
    """A list of several; what it is, where it is none."""
    numbers = several.tolist() if hasattr(several, "tolist") else several
    return numbers if isinstance(numbers, str) or not isinstance(numbers, Iterable) else [*numbers]
