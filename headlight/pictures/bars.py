"""Labelled probabilities as horizontal bars, with what they were before a change as a dashed outline."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from headlight.pictures.board import picture


def bars(
    values: Sequence[float] | np.ndarray,
    *,
    labels: Sequence[str],
    alt: str,
    key: str,
    before: Sequence[float] | np.ndarray | None = None,
    faded: Collection[int] = (),
    says: Sequence[tuple[str, bool]] = (),
    notes: Sequence[str] = (),
    scale: float | None = None,
) -> None:
    """Draw a bar for each value, from 0 up; `before` outlines earlier values, `faded` are places that no longer count.

    `says` is a sentence under the bars, in pieces; True is written strong. `notes` stand behind the bars in place of
    their values, and `scale` is the value of the longest bar that could be, where several pictures share one.
    """
    rows = [
        {
            "label": label,
            "value": float(value),
            "before": None if before is None else float(before[place]),
            "note": notes[place] if notes else _note(value, None if before is None else before[place]),
            "faded": place in faded,
        }
        for place, (label, value) in enumerate(zip(labels, values, strict=True))
    ]
    header: dict[str, Any] = {"bars": rows, "alt": alt, "says": [list(piece) for piece in says]}
    if scale is not None:
        header["scale"] = scale
    picture("bars", header, key=key)


def _note(value: float, before: float | None) -> str:
    return f"{value:.3f}" if before is None else f"{before:.3f} → {value:.3f}"
