"""The position encoding as pictures: all of it as a heatmap, some of its waves, and its products by distance."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array
from plotly.subplots import make_subplots

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
    calm(figure, colours, height=380)
    figure.update_xaxes(title_text="dimension", showgrid=False)
    figure.update_yaxes(title_text="position", showgrid=False, range=[len(encoded) - 0.5, -0.5])
    return figure


def encoding_waves(
    encoded: Float[Array, "pos d_model"],
    *,
    pairs: Sequence[int],
    wavelengths: Sequence[float] | Float[Array, " pair"],
    colours: Palette,
) -> go.Figure:
    """Sine and cosine of each pair of dimensions over the positions, a row each."""
    titles = [
        f"dimensions {2 * pair} and {2 * pair + 1}: one wave is {wavelengths[pair]:,.1f} positions long"
        for pair in pairs
    ]
    figure = make_subplots(rows=len(pairs), cols=1, shared_xaxes=True, subplot_titles=titles, vertical_spacing=0.12)
    blue, _, orange = colours.diverging
    for row, pair in enumerate(pairs, start=1):
        for name, dimension, colour, dash in (("sin", 2 * pair, blue, "solid"), ("cos", 2 * pair + 1, orange, "dash")):
            wave = go.Scatter(
                x=np.arange(len(encoded)),
                y=encoded[:, dimension],
                mode="lines",
                name=name,
                showlegend=row == 1,
                line={"color": colour, "dash": dash, "width": 2},
                hovertemplate=f"dimension {dimension}, position %{{x}}<br>%{{y:.4f}}<extra></extra>",
            )
            figure.add_trace(wave, row=row, col=1)
    calm(figure, colours, height=70 + 110 * len(pairs))
    figure.update_annotations(font_size=12, x=0, xanchor="left", font_color=colours.soft)
    figure.update_yaxes(range=[-1.15, 1.15], tickvals=[-1, 0, 1])
    figure.update_xaxes(title_text="position", row=len(pairs), col=1)
    figure.update_layout(margin_t=30, legend={"x": 1, "xanchor": "right", "y": 1.02})
    return figure


def products_by_distance(products: Float[Array, " distance"], *, colours: Palette) -> go.Figure:
    """PE(p) . PE(p + k) over the distance k."""
    figure = go.Figure(
        go.Scatter(
            x=np.arange(len(products)),
            y=products,
            mode="lines+markers",
            line={"color": colours.accent, "width": 2},
            marker={"size": 4},
            hovertemplate="distance %{x}<br>%{y:.4f}<extra></extra>",
        )
    )
    calm(figure, colours, height=340)
    figure.update_xaxes(title_text="distance k between two positions")
    figure.update_yaxes(title_text="PE(p) · PE(p + k)", rangemode="tozero")
    return figure
