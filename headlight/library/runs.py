"""Runs over several texts, and what they have in common."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import ndarray as Array

from headlight.library.answers import logits_at_each
from headlight.library.passes import MATRICES
from headlight.library.run import Run


class Runs(list[Run[Any]]):
    """Runs over several texts."""

    @property
    def next_logits(self) -> Array:
        """The logits where each run's answer is read, [text, vocab]: one product, while each by itself reads all W_U.

        Raises:
            ValueError: if there is no run, the model predicts no token, or a text for a masked model has not one mask.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").run(["bear country", "The king and the"]).next_logits.shape
            (2, 8192)
        """
        self._refuse_none()
        return logits_at_each([(run._trace, run.position) for run in self])

    def mean(self, of: str | Callable[[Run], Any], layer: int | None = None) -> Array:
        """Average a stage over all positions of all texts, or what a function says of each run.

        Args:
            of: a stage that is no matrix, or a function of a run.
            layer: of the stage; all of them, if none is named.

        Returns:
            Of heads [head, d_head], else [width], of all layers stacked; of a function the mean of what it gives.

        Raises:
            ValueError: if there is no such stage, or it was not kept.

        Example:
            >>> import headlight as hl
            >>> runs = hl.open("story").run(["bear country", "The king and the"])
            >>> runs.mean("context", layer=2).shape, float(runs.mean(len))
            ((6, 32), 3.0)
        """
        self._refuse_none()
        if callable(of):
            return np.mean([of(run) for run in self], axis=0)
        if of in MATRICES:
            raise ValueError(f"{of} is as large as its text: average a function of it")
        return np.concatenate([run.stage(of, layer) for run in self], axis=-2).mean(-2)

    def _refuse_none(self) -> None:
        if not self:
            raise ValueError("there is no run whose answer could be read: run at least one text")
