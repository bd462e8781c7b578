"""How much one run differs from another."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy import ndarray as Array

from headlight.library.answers import chances_at, logits_at
from headlight.library.asked import AskedRun
from headlight.library.given import refuse_other_length
from transformer.brief import as_html
from transformer.edited_rows import moved_stream
from transformer.ranking import largest


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """How much one run differs from another, the second less the first."""

    before: AskedRun
    after: AskedRun

    def __repr__(self) -> str:
        """Say what moved most."""
        moved = {word: change for word, change in self.top(3)}
        return ", ".join(f"{word.strip()} {change:+.0%}" for word, change in moved.items())

    def _repr_html_(self) -> str:
        return as_html(repr(self))

    @property
    def logits(self) -> Array:
        """Return the change of each token's logit after the text, [vocab]."""
        return logits_at(self.after._trace, self.after.position) - logits_at(self.before._trace, self.before.position)

    @property
    def probabilities(self) -> Array:
        """Return the change of each token's probability after the text, [vocab]."""
        return chances_at(self.after._trace, self.after.position) - chances_at(self.before._trace, self.before.position)

    def top(self, n: int = 5) -> list[tuple[str, float]]:
        """List the tokens whose probability has moved furthest.

        Args:
            n: how many.

        Returns:
            (token, change) of each, the largest change first.
        """
        changes = self.probabilities
        return [(self.before.model.reader.text_of(int(id)), float(changes[id])) for id in largest(np.abs(changes), n)]

    @property
    def patterns(self) -> Array:
        """Return the change of every attention weight, [layer, head, query, key].

        Raises:
            ValueError: if the texts are not of equally many tokens.
        """
        return self._both(lambda run: run.patterns, lambda one, other: other - one)

    @property
    def stream(self) -> Array:
        """Return how far the stream has moved after each layer, as a share of its length, [layer, pos].

        Raises:
            ValueError: if the texts are not of equally many tokens.
        """
        return self._both(lambda run: run.stage("residual_out"), moved_stream)

    def _both(self, stage: Callable[[AskedRun], Array], compared: Callable[[Array, Array], Array]) -> Array:
        refuse_other_length(self.before, self.after)
        return compared(stage(self.before), stage(self.after))
