"""Plotly figures on the page."""

import streamlit as st

from headlight.frame.registry import DrawChart
from headlight.frame.state import State
from headlight.pictures.colours import palettes


def show(draw: DrawChart, state: State) -> None:
    """Show the chart of a view in full width under its heading, with a button for a PNG of twice its size."""
    palettes()  # which looks at the file of the colours, and says what is wrong with it
    chart = draw(state, "dark" if st.context.theme.type == "dark" else "light")
    if chart is None:
        return
    st.subheader(chart.title, anchor=False)
    st.caption(chart.hint)
    key = f"{state.view.name}_chart"
    st.plotly_chart(
        chart.figure,
        key=key,
        alt=chart.alt,
        theme=None,  # the figure brings its colours, for both grounds
        config={"displaylogo": False, "toImageButtonOptions": {"format": "png", "scale": 2, "filename": key}},
    )
