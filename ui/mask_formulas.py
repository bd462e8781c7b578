"""One row of a mask as LaTeX, with the current numbers: what is added, and what softmax makes of it."""

import numpy as np

from transformer import Trace
from ui.arithmetic import number, power_of_e, sum_of

_NOTHING = r", \qquad e^{-\infty} = 0"


def one_row(trace: Trace, layer: int, head: int) -> str:
    """A row of masked, cell by cell: the row that was toggled by hand last in order, or the one before the last token.

    The open cell that weighs most is worked out to its weight, and the first closed cell if there is one.
    """
    stages = trace.layers[layer]
    toggled = max((query for query, _ in trace.intervention.toggled), default=max(trace.last - 1, 0))
    scaled, masked = stages.scaled[head, toggled], stages.masked[head, toggled]
    opened = np.flatnonzero(~np.isneginf(masked))
    closed = np.flatnonzero(np.isneginf(masked))
    best = int(opened[masked[opened].argmax()])
    highest = float(masked[best])
    logarithm = highest + float(np.log(np.exp(masked[opened].astype(np.float64) - highest).sum()))
    lines = [_cell(toggled, best, float(scaled[best]), "0", number(highest))]
    if len(closed):
        lines.append(_cell(toggled, int(closed[0]), float(scaled[closed[0]]), r"(-\infty)", r"-\infty"))
    powers = [power_of_e(float(masked[key]), 3) if key in opened else r"e^{-\infty}" for key in range(len(masked))]
    lines += [
        rf"\text{{row sum}} &= {sum_of(powers)} = {power_of_e(logarithm)}" + (_NOTHING if len(closed) else ""),
        rf"\text{{weight}}_{{{toggled},{best}}} &= \frac{{{power_of_e(highest)}}}{{{power_of_e(logarithm)}}} = "
        rf"{number(float(np.exp(highest - logarithm)))}",
    ]
    return r"\begin{aligned} " + r" \\[0.4em] ".join(lines) + r" \end{aligned}"


def _cell(query: int, key: int, scaled: float, added: str, result: str) -> str:
    return rf"\text{{masked}}_{{{query},{key}}} &= {number(scaled)} + {added} = {result}"
