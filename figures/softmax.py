"""Curves of softmax: what a multiplier does to it, and why scores are divided by the square root of d_k."""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from figures.theme import Palette, calm


def saturation_curve(
    factors: Float[Array, " n"],
    largest: Float[Array, " n"],
    evenness: Float[Array, " n"],
    *,
    at: tuple[float, float, float],
    colours: Palette,
) -> go.Figure:
    """The largest weight and the entropy's share of its maximum against what the numbers are multiplied by.

    `at` is (factor, largest weight, share of entropy) of the present setting, which gets markers.
    """
    figure = go.Figure()
    curves = (
        ("largest weight", largest, at[1], colours.accent),
        ("entropy / ln n", evenness, at[2], colours.dimensions["d_model"]),
    )
    for name, values, now, shade in curves:
        figure.add_scatter(
            x=factors,
            y=values,
            name=name,
            mode="lines",
            line={"color": shade, "width": 2.5},
            hovertemplate=name + " %{y:.4f}<br>times %{x:.3g}<extra></extra>",
        )
        figure.add_scatter(
            x=[at[0]],
            y=[now],
            name=f"now: {name}",
            mode="markers",
            marker={"color": shade, "size": 12, "line": {"color": colours.ink, "width": 1.5}},
            hovertemplate=f"now: {name} " + "%{y:.4f}<br>times %{x:.3g}<extra></extra>",
            showlegend=False,
        )
    figure.add_vline(x=at[0], line={"color": colours.soft, "width": 1, "dash": "dot"})
    decades = np.arange(-3, 4)
    figure.update_xaxes(
        type="log",
        title="multiplier / temperature",
        tickvals=10.0**decades,
        ticktext=[f"{10.0**decade:g}" for decade in decades],
        range=[min(-2.0, np.log10(at[0])) - 0.06, max(2.0, np.log10(at[0])) + 0.06],
    )
    figure.update_yaxes(range=[-0.03, 1.05], title="share")
    return calm(figure, colours, height=320)


def variance_curve(sizes: Float[Array, " n"], variances: Float[Array, " n"], *, colours: Palette) -> go.Figure:
    """The measured variance of q . k as points, and the line on which it equals d_k."""
    figure = go.Figure()
    figure.add_scatter(
        x=sizes,
        y=sizes,
        name="variance = d<sub>k</sub>",
        mode="lines",
        line={"color": colours.soft, "width": 2, "dash": "dash"},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=sizes,
        y=variances,
        name="measured",
        mode="markers",
        marker={"color": colours.dimensions["d_head"], "size": 11},
        hovertemplate="d<sub>k</sub> = %{x}<br>measured variance %{y:.2f}<extra></extra>",
    )
    ticks = [str(int(size)) for size in sizes]
    figure.update_xaxes(type="log", title="d<sub>k</sub>", tickvals=sizes, ticktext=ticks)
    figure.update_yaxes(type="log", title="variance of q · k", tickvals=sizes, ticktext=ticks)
    return calm(figure, colours, height=320)
