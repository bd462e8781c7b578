"""A picture of the one form by which a head compares two tokens."""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from figures.theme import Palette, calm


def singular_values_bar(values: Float[Array, " d_model"], rank: int, colours: Palette) -> go.Figure:
    """A bar for each singular value of a matrix, the largest first, with a line where the rank ends."""
    figure = go.Figure()
    figure.add_bar(
        x=np.arange(1, len(values) + 1),
        y=values,
        marker_color=colours.dimensions["d_model"],
        hovertemplate="singular value %{x}: %{y:.4f}<extra></extra>",
    )
    figure.add_vline(x=rank + 0.5, line={"color": colours.ink, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="singular value, from the largest", showgrid=False)
    figure.update_yaxes(title="its size")
    figure.update_layout(bargap=0.1, showlegend=False)
    return calm(figure, colours, height=300)
