"""Plotly figures on the page: the palette of the reader's theme, and one way to show them."""

import plotly.graph_objects as go
import streamlit as st

from headlight.figures.theme import Palette, palette
from headlight.pictures.colours import palettes


def colours() -> Palette:
    """The palette for the theme that the reader has on.

    Raises:
        ColoursError: if there is none.
    """
    palettes()  # which looks at the same file, and says what is wrong with it
    return palette("dark" if st.context.theme.type == "dark" else "light")


def show(figure: go.Figure, *, alt: str, key: str) -> None:
    """Show a figure in full width, with a spoken description, and a button for a PNG of twice its size."""
    st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        theme=None,  # the figure brings its colours, for both grounds
        config={"displaylogo": False, "toImageButtonOptions": {"format": "png", "scale": 2, "filename": key}},
    )
