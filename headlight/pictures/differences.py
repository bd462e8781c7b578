"""Differences of two states of one picture: the numbers of the same name that differ most."""

import numpy as np

from headlight.pictures.board import Board, Drawn
from headlight.pictures.headers import Differences, Part


def differences(screen: Board, before: Drawn, now: Drawn, *, alt: str, key: str) -> None:
    """Draw a list of the numbers that differ, whatever the picture: they are those that it would save as CSV."""
    values = [np.frombuffer(drawn.values.tobytes(), np.uint8) for drawn in (before, now)]
    parts: list[Part] = [
        {"header": drawn.header, "dtype": drawn.values.dtype.name, "length": drawn.values.nbytes}
        for drawn in (before, now)
    ]
    header: Differences = {"name": now.name, "parts": parts, "alt": alt}
    screen.picture("differences", header, np.concatenate(values), key=key)
