"""One row of a mask as LaTeX, with the current numbers: what is added, and what softmax makes of it."""

import numpy as np

from transformer import Trace
from ui.arithmetic import Lines, number, power_of_e, sum_of

_NOTHING = r", \qquad e^{-\infty} = 0"


def row(trace: Trace) -> int:
    """The row worth working out: the lowest with a cell toggled by hand, or the one before the last token."""
    return max((query for query, _ in trace.intervention.toggled), default=max(trace.last - 1, 0))


def one_row(trace: Trace, layer: int, head: int) -> Lines:
    """A row of masked: its heaviest open cell worked out to its weight, and its first closed cell if there is one."""
    stages, query = trace.layers[layer], row(trace)
    scaled, masked = stages.scaled[head, query], stages.masked[head, query]
    opened = np.flatnonzero(~np.isneginf(masked))
    closed = np.flatnonzero(np.isneginf(masked))
    best = int(opened[masked[opened].argmax()])
    highest = float(masked[best])
    logarithm = highest + float(np.log(np.exp(masked[opened].astype(np.float64) - highest).sum()))
    lines = [_cell(query, best, float(scaled[best]), "0", number(highest))]
    if len(closed):
        lines.append(_cell(query, int(closed[0]), float(scaled[closed[0]]), r"(-\infty)", r"-\infty"))
    powers = [power_of_e(float(masked[key]), 3) if key in opened else r"e^{-\infty}" for key in range(len(masked))]
    lines += [
        rf"\text{{row sum}} &= {sum_of(powers)}",
        rf"&= {power_of_e(logarithm)}" + (_NOTHING if len(closed) else ""),
        rf"\text{{weight}}_{{{query},{best}}} &= \frac{{{power_of_e(highest)}}}{{{power_of_e(logarithm)}}} = "
        rf"{number(float(np.exp(highest - logarithm)))}",
    ]
    return tuple(lines)


def _cell(query: int, key: int, scaled: float, added: str, result: str) -> str:
    return rf"\text{{masked}}_{{{query},{key}}} &= {number(scaled)} + {added} = {result}"
