"""Top-k and top-p as lines that are dragged through the bars of the next word: what is under one cannot be drawn."""

import numpy as np

from headlight.pages.next_word import writing
from headlight.parts.nouns import State
from headlight.pictures.bars import Cut
from headlight.state.state import Dial
from transformer.sampling import NextToken

_OFF = "off"
_DIALS: tuple[Dial, Dial] = (writing.TOP_K, writing.TOP_P)
_KEPT = (*range(1, 51), 0)  # tokens that top-k keeps, 0 for all
_SHARES = tuple(round(0.05 * step, 2) for step in range(1, 21))  # of the probability that top-p keeps


def lines(state: State, step: NextToken, order: np.ndarray) -> list[Cut]:
    """Where both lines are among the bars of `order`, the most likely tokens, and of one more bar for all others."""
    shown, last = len(order), len(order) + (len(step.final) > len(order))
    among = np.where(step.in_top_k, step.probabilities, 0)[order] / step.probabilities[step.in_top_k].sum()
    sums = among.cumsum()

    def above_k(count: int) -> float:
        if count in range(1, shown + 1):
            return count
        return last if not count else shown + (last - shown) * (count - shown) / (len(_KEPT) - shown)

    def above_p(share: float) -> float:
        if share == 1:
            return last
        row = int(sums.searchsorted(share))
        start, end = (sums[row - 1] if row else 0.0), (sums[row] if row < shown else 1.0)
        return min(last, row + float((share - start) / (end - start)))

    chosen_steps = (_KEPT.index(state[writing.TOP_K]), int(np.abs(np.subtract(_SHARES, state[writing.TOP_P])).argmin()))
    steps = (
        [(str(count) if count else _OFF, float(above_k(count))) for count in _KEPT],
        [(f"{share:.2f}" if share < 1 else _OFF, above_p(share)) for share in _SHARES],
    )
    return [Cut(*line) for line in zip(("top-k", "top-p"), steps, chosen_steps, strict=True)]


def dragged(number: int, step: int) -> dict[str, float]:
    """Return the key that a line sets at one of its steps."""
    return {_DIALS[number].key: (_KEPT, _SHARES)[number][step]}
