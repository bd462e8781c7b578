"""Points in a plane: named, joined by paths, over a ground of paler ones; exact places on hover."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Plane

Colour = Literal["accent", "soft", "ink", "d_model", "d_head", "vocab"]


@dataclass(frozen=True, eq=False)
class Group:
    """Points that look alike."""

    points: Float[Array, "point 2"]
    labels: Sequence[str]
    colour: Colour
    name: str = ""  # in the legend; a group without a name is not in it
    notes: Sequence[str] = ()  # a second line on hover, one for each point or none
    size: float = 4.0  # radius in pixels
    named: bool = True  # labels are written beside the points where there is room, else on hover alone
    path: bool = False  # joined in their order, with an arrow at the end
    carried: Float[Array, "point 2"] | None = None  # from where the path is carried to its points, once they are new
    dashed: bool = False
    hollow: bool = False


def plane(
    screen: Board,
    groups: Sequence[Group],
    *,
    alt: str,
    key: str,
    axes: tuple[str, str] = ("", ""),
    framed: Sequence[int] | None = None,
    height: int = 420,
    on_point: OnChoose | None = None,
    linked: bool = False,
) -> None:
    """Draw the groups, the last one on top; a distance is the same in both directions.

    `framed` are the places of the groups that must be in the picture, by default all; others may be cut at its edge.
    It is lower where the window of a laptop would cut it. `on_point` is called with the number of a point that is
    chosen, counted through all groups. A point of a `linked` one lights what has its name in other linked pictures of
    the board while it is looked at, and is lit by them.
    """
    framed = range(len(groups)) if framed is None else framed
    inside = np.concatenate([groups[number].points for number in framed]) if len(framed) else np.zeros((1, 2))
    header: Plane = {
        "groups": [
            {
                "name": group.name,
                "labels": list(group.labels),
                "notes": list(group.notes),
                "colour": group.colour,
                "size": group.size,
                "named": group.named,
                "path": group.path,
                "dashed": group.dashed,
                "hollow": group.hollow,
                "carried": None if group.carried is None else group.carried.tolist(),
            }
            for group in groups
        ],
        "x_title": axes[0],
        "y_title": axes[1],
        "low": inside.min(axis=0).tolist(),
        "high": inside.max(axis=0).tolist(),
        "height": height,
        "alt": alt,
        "linked": linked,
    }
    places = np.concatenate([group.points for group in groups]).astype(np.float32)
    screen.picture("plane", header, places, key=key, on_choice=on_point)
