"""The sentence in large type with what comes next, as in `looks`, over time: a slider of the page plays it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.looks import Looks, LooksWord, looks, shades, table_of, weights
from headlight.pictures.looks import still as still_of_looks
from headlight.pictures.picture import Drawn, OnChoose, Still, picture


class Film(TypedDict):
    """See `film`; `labels` are the tokens of which `shown` follow, the rest is as in `Looks`."""

    words: list[LooksWord]
    chosen: int
    head: tuple[int, int]
    names: list[list[str]]
    labels: list[str]
    shown: int
    frames: int
    at: int
    dial: str
    about: str
    alt: str
    shades: str
    before: list[float]
    edits: list[tuple[int, int, int, int, int | None]]
    still: bool


_SHOWN = 5  # of what comes next


@picture
def film(
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
) -> Drawn[Film]:
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
    values = np.concatenate([*frames, chances.ravel()], dtype=np.float32)
    following_here = zip(*likeliest(following, chances[at].astype(np.float32)), strict=True)
    table = table_of(header, [[*column] for column in following_here], start=at * frames[0].size)
    return Drawn(header, values, table, key=key, on_choice=on_choice)


def frame(drawn: Drawn[Film]) -> Drawn[Looks]:
    """Return the frame that is shown, as a picture of looks."""
    header, values = drawn.header, drawn.values
    frames, at = header["frames"], header["at"]
    chances = values[-frames * len(header["labels"]) :].reshape(frames, -1)[at]
    shown = values[: -frames * len(header["labels"])].reshape(frames, -1)[at]
    following = likeliest(header["labels"], chances)
    return Drawn(cast(Looks, header | {"following": following}), shown, key=drawn.key, picture=looks)


def likeliest(labels: Sequence[str], chances: Float[Array, " following"]) -> list[tuple[str, float]]:
    """Return those that are shown with their probabilities, likeliest first."""
    return sorted(zip(labels, chances.tolist(), strict=True), key=lambda pair: -pair[1])[:_SHOWN]


@film.still
def still(drawn: Drawn[Film], palette: Mapping[str, Any]) -> Still:
    """The frame that is shown."""
    return still_of_looks(frame(drawn), palette)
