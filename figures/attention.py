"""Pictures of one score: the products of a query and a key, and of the one form that makes them."""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from figures.theme import Palette, calm


def products_bar(
    query: Float[Array, " d_head"], key: Float[Array, " d_head"], products: Float[Array, " d_head"], colours: Palette
) -> go.Figure:
    """A bar for each product of a query's and a key's components, and their running sum, which ends at the score."""
    dimensions = np.arange(len(products))
    figure = go.Figure()
    figure.add_bar(
        x=dimensions,
        y=products,
        name="query × key",
        marker_color=colours.dimensions["d_head"],
        customdata=np.column_stack([query, key]),
        hovertemplate="dimension %{x}<br>%{customdata[0]:.4f} × %{customdata[1]:.4f} = %{y:.4f}<extra></extra>",
    )
    figure.add_scatter(
        x=dimensions,
        y=np.cumsum(products),
        name="sum so far",
        mode="lines",
        line={"color": colours.ink, "width": 2, "shape": "hv"},
        hovertemplate="sum up to dimension %{x}: %{y:.4f}<extra></extra>",
    )
    figure.update_xaxes(title="dimension of d_head", showgrid=False)
    figure.update_yaxes(title="product")
    figure.update_layout(bargap=0.15)
    return calm(figure, colours, height=300)


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
