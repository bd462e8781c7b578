"""The sentence in large type with what comes next, as in `looks`, over time: a slider of the page plays it."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Film
from headlight.pictures.looks import shades, weights

_SHOWN = 5  # of what comes next


def film(
    screen: Board,
    patterns: Float[Array, "frame layer head word word"],
    chances: Float[Array, "frame following"],
    *,
    at: int,
    dial: str,
    words: Sequence[tuple[str, bool]],
    chosen: int,
    head: tuple[int, int],
    names: Sequence[Sequence[str]],
    following: Sequence[str],
    about: str,
    alt: str,
    key: str,
    on_choice: OnChoose,
) -> None:
    """Draw the frame `at`; while the slider of the key `dial`, with a place for each frame, is moved, those it passes.

    Between two frames it draws their mixture. `chances` are those of `following`, of which the likeliest are shown. The
    rest is as in `looks`; ["next", place] counts places in `following`.
    """
    header: Film = {
        "words": [{"text": word, "apart": apart} for word, apart in words],
        "chosen": chosen,
        "head": head,
        "names": [list(row) for row in names],
        "labels": list(following),
        "shown": _SHOWN,
        "frames": len(patterns),
        "at": at,
        "dial": dial,
        "about": about,
        "alt": alt,
        "shades": shades(patterns[at]),
        "before": [],
        "edits": [],
        "still": True,  # its ribbons have no ends to be moved
    }
    frames = [weights(pattern, chosen, head) for pattern in patterns]
    screen.picture(
        "film", header, np.concatenate([*frames, chances.ravel()], dtype=np.float32), key=key, on_choice=on_choice
    )
