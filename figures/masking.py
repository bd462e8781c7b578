"""A text's loss, token by token, under two masks."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray as Array

from figures.theme import Palette, calm, plain


def losses_bar(named: dict[str, Float[Array, " next"]], *, tokens: Sequence[str], colours: Palette) -> go.Figure:
    """Bars of -ln p for each next token, side by side for one or two named masks; `tokens` are those predicted.

    Of two names the first is what the other is compared with, and is drawn in a quiet colour.
    """
    shades = [(colours.soft, 0.55), (colours.accent, 1.0)] if len(named) > 1 else [(colours.accent, 1.0)]
    figure = go.Figure()
    words = [plain(token) for token in tokens]
    places = np.arange(1, len(words) + 1)
    for (name, losses), (shade, opacity) in zip(named.items(), shades, strict=True):
        figure.add_bar(
            x=places,
            y=losses,
            name=name,
            marker_color=shade,
            opacity=opacity,
            customdata=words,
            hovertemplate="%{customdata}, position %{x}<br>" + name + ": %{y:.4f} nats<extra></extra>",
        )
    every = max(1, len(words) // 32)  # more labels than this cannot be read
    figure.update_xaxes(
        title="next token", tickvals=places[::every], ticktext=words[::every], showgrid=False, tickangle=-45
    )
    figure.update_yaxes(title="loss, nats", rangemode="tozero")
    figure.update_layout(barmode="group", bargap=0.4)
    return calm(figure, colours, height=300)
