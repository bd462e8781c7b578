"""Points in a plane: named, joined by paths, over a ground of paler ones; exact places on hover."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture

Colour = Literal["accent", "soft", "ink", "d_model", "d_head", "vocab", "query", "key", "value"]


class PlaneGroup(TypedDict):
    """Points of `Plane` that look alike, without where they are: see `Group`."""

    name: str
    labels: list[str]
    asides: list[str]
    notes: list[str]
    colour: Colour
    size: float
    named: bool
    path: bool
    dashed: bool
    hollow: bool
    arrow: bool
    step: float
    carried: list[list[float]] | None


class Plane(TypedDict):
    """See `plane`; `low` and `high` are [x, y] of what must be in the picture."""

    groups: list[PlaneGroup]
    x_title: str
    y_title: str
    low: list[float]
    high: list[float]
    height: int
    alt: str
    linked: bool
    grid: tuple[float, float] | None


@dataclass(frozen=True, eq=False)
class Group:
    """Points that look alike."""

    points: Float[Array, "point 2"]
    labels: Sequence[str]
    colour: Colour
    name: str = ""  # in the legend; a group without a name is not in it
    asides: Sequence[str] = ()  # written behind the labels, one for each point or none
    notes: Sequence[str] = ()  # a second line on hover, one for each point or none
    size: float = 4.0  # radius in pixels
    named: bool = True  # labels are written beside the points where there is room, else on hover alone
    path: bool = False  # joined in their order
    arrow: bool = True  # at the end of a path
    carried: Float[Array, "point 2"] | None = None  # from where the path is carried to its points, once they are new
    dashed: bool = False
    hollow: bool = False
    step: float = 0.0  # by which points are dragged; those of 0 are not


@picture
def plane(
    groups: Sequence[Group],
    *,
    alt: str,
    key: str,
    axes: tuple[str, str] = ("", ""),
    framed: Sequence[int] | None = None,
    height: int = 420,
    on_point: OnChoose | None = None,
    on_drag: Callable[[int, float, float], Mapping[str, Any] | None] | None = None,
    linked: bool = False,
    grid: tuple[float, float] | None = None,
) -> Drawn[Plane]:
    """Draw the groups, the last one on top; a distance is the same in both directions.

    `framed` are the places of the groups that must be in the picture, by default all; others may be cut at its edge.
    It is lower where the window of a laptop would cut it. `on_point` is called with
    the number of a point that is chosen, counted through all groups. A point of a `linked` one lights what has its name
    in other linked pictures of the board while it is looked at, and is lit by them. A `grid` numbers both axes, which
    reach from its one number to its other at least. So far points can be dragged: `on_drag` is called with the number
    of a point and its place.
    """
    framed = range(len(groups)) if framed is None else framed
    inside = np.concatenate([groups[number].points for number in framed]) if len(framed) else np.zeros((1, 2))
    inside = np.concatenate([inside, np.array([grid, grid]).T]) if grid else inside
    header: Plane = {
        "groups": [
            {
                "name": group.name,
                "labels": list(group.labels),
                "asides": list(group.asides),
                "notes": list(group.notes),
                "colour": group.colour,
                "size": group.size,
                "named": group.named,
                "path": group.path,
                "dashed": group.dashed,
                "arrow": group.arrow,
                "hollow": group.hollow,
                "step": group.step,
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
        "grid": grid,
    }

    def choice(chosen: Any) -> Mapping[str, Any] | None:
        match chosen:
            case [int(number), x, y] if on_drag and number < len(places) and np.isfinite([x, y]).all():
                return on_drag(number, x, y)
            case int(number) if on_point:
                return on_point(number)
        return None

    places = np.concatenate([group.points for group in groups]).astype(np.float32)
    table = tables.Table(
        titles=["group", "label", "x", "y"],
        labels=2,
        sections=[
            tables.section([[group.name]], [tables.field(f"groups.{place}.labels")])
            for place, group in enumerate(groups)
        ],
    )
    return Drawn(header, places, table, key=key, on_choice=choice if on_drag else on_point)
