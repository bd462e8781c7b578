"""The whole position encoding as one heatmap."""

import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from figures.theme import Palette, calm


def encoding_heatmap(encoded: Float[Array, "pos d_model"], *, colours: Palette, extent: float = 1.0) -> go.Figure:
    """Every position (down) and dimension (across); `extent` is the absolute value of the deepest colours."""
    figure = go.Figure(
        go.Heatmap(
            z=encoded,
            zmin=-extent,
            zmid=0,
            zmax=extent,
            colorscale=colours.signed,
            colorbar={"thickness": 10, "outlinewidth": 0},
            hovertemplate="position %{y}, dimension %{x}<br>%{z:.4f}<extra></extra>",
        )
    )
    calm(figure, colours, height=330)
    figure.update_xaxes(title_text="dimension", showgrid=False)
    figure.update_yaxes(title_text="position", showgrid=False, range=[len(encoded) - 0.5, -0.5])
    return figure
