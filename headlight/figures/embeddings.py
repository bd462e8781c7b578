"""Embeddings as points in space: the tokens of a sentence, one of them named among its nearest neighbours."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.figures.theme import Palette, calm, in_space, plain

# Sides of its point on which a name stands, in turn, so that those of near points do not cover each other.
_SIDES = ("top center", "bottom center", "middle right", "middle left")
_LINE = 90  # characters of a sentence that fit under the points


def projection_scatter(
    points: Float[Array, "token 3"],
    beside: Float[Array, "neighbour 3"],
    *,
    framed: Float[Array, "inside 3"],
    labels: Sequence[str],
    beside_labels: Sequence[str],
    named: Collection[int],
    shares: Sequence[float] | Float[Array, " direction"],
    text: str,
    model: str,
    colours: Palette,
) -> go.Figure:
    """Points of the sentence's tokens, and of neighbours of one of them, paler, to be turned.

    Neighbours and the tokens at the places `named` have their names beside them, all others on hover. The
    picture is as large as the `framed` points need, if they are two or more: others may be outside. `shares` are the
    shares of the whole variance along each axis, from 0 to 1; the axes say them. The sentence and the name of the
    model stand under the points, so that a saved picture says whose they are.
    """
    figure = go.Figure(
        [
            _points(beside, beside_labels, "its nearest", range(len(beside)), colours.soft, 5, 12),
            _points(points, labels, "in the sentence", named, colours.accent, 9, 14),
        ]
    )
    titles = [f"direction {axis + 1}: {share:.1%} of the variance" for axis, share in enumerate(shares)]
    calm(figure, colours, height=400)
    axis: dict[str, Any] = {"gridcolor": colours.line, "showbackground": False, "color": colours.soft}
    axes = {f"{name}axis": {**axis, "title": title} for name, title in zip("xyz", titles, strict=True)}
    if len(framed) > 1:
        low, high = framed.min(axis=0), framed.max(axis=0)
        room = 0.15 * float((high - low).max())  # for names, and for the neighbours of a word at the edge
        for name, start, end in zip("xyz", low - room, high + room, strict=True):
            axes[f"{name}axis"]["range"] = [float(start), float(end)]
    caption = f"“{plain(text if len(text) <= _LINE else text[: _LINE - 1] + '…')}” · Model: {plain(model)}"
    figure.add_annotation(
        text=caption, xref="paper", yref="paper", x=0, y=0, xanchor="left", yanchor="top", showarrow=False,
        font={"size": 13, "color": colours.soft},
    )  # fmt: skip
    # A distance is the same in all directions. The direction of most variance runs from left to right.
    camera = {"eye": {"x": 0.3, "y": -1.6, "z": 0.6}, "center": {"x": 0, "y": 0, "z": -0.1}}
    figure.update_scenes(aspectmode="data", camera=camera, **axes)
    figure.update_layout(margin_b=28)  # for the sentence
    return figure


def _points(
    points: np.ndarray, labels: Sequence[str], name: str, named: Collection[int], colour: str, size: int, type_size: int
) -> go.Scatter3d:
    """One group of points, with names beside some of them."""
    coordinates = dict(zip("xyz", points.T, strict=True))
    return go.Scatter3d(
        **coordinates,
        mode="markers+text",
        name=name,
        text=[in_space(label) if place in named else "" for place, label in enumerate(labels)],
        hovertext=[plain(label) for label in labels],
        textposition=[_SIDES[place % len(_SIDES)] for place in range(len(labels))],
        textfont={"size": type_size, "color": colour},
        marker={"size": size, "color": colour},
        hovertemplate="%{hovertext}<br>" + ", ".join(f"%{{{axis}:.4f}}" for axis in coordinates) + "<extra></extra>",
    )
