"""Labelled numbers as horizontal bars, with what they were before a change as a dashed outline."""

from collections.abc import Collection, Sequence

import numpy as np

from headlight.pictures.board import Board, OnChoose


def bars(
    screen: Board,
    values: Sequence[float] | np.ndarray,
    *,
    labels: Sequence[str],
    alt: str,
    key: str,
    before: Sequence[float] | np.ndarray | None = None,
    faded: Collection[int] = (),
    says: Sequence[tuple[str, bool]] = (),
    notes: Sequence[str] = (),
    scale: float | None = 1.0,
    on_bar: OnChoose | None = None,
) -> None:
    """Draw a bar for each value, from 0 up, or to the left where it is below.

    `before` outlines earlier values, `faded` are places that no longer count.
    A bar of `scale` fills its track: probabilities and other shares have the same wherever they are drawn; None is the
    largest value, for all other numbers. `says` is a sentence under the bars, in pieces; True is written strong, and
    `notes` stand behind the bars in place of their values. With `on_bar` a bar can be chosen, which adds its word: it
    is called with its place.
    """
    rows = [
        {
            "label": label,
            "value": float(value),
            "before": None if before is None else float(before[place]),
            "note": notes[place] if notes else note(value, None if before is None else before[place]),
            "faded": place in faded,
        }
        for place, (label, value) in enumerate(zip(labels, values, strict=True))
    ]
    header = {"bars": rows, "alt": alt, "says": [list(piece) for piece in says], "scale": scale}
    screen.picture("bars", header, key=key, on_choice=on_bar, shown=[values])


def note(value: float, before: float | None) -> str:
    """Write the number behind a bar, and what it was before."""
    return f"{value:.3f}" if before is None else f"{before:.3f} → {value:.3f}"
