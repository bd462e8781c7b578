"""The colours of every Plotly figure, and what all of them have in common."""

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

import plotly.graph_objects as go

_PALETTE = Path(__file__).parent.parent / "pictures" / "design_tokens.json"


@dataclass(frozen=True)
class Palette:
    """Colours for one ground, light or dark."""

    ink: str
    soft: str
    line: str
    accent: str


@cache
def palette(ground: Literal["light", "dark"]) -> Palette:
    """The palette of headlight/pictures/design_tokens.json for a ground."""
    colours = json.loads(_PALETTE.read_text("utf-8"))[ground]
    return Palette(**{name: colours[name] for name in ("ink", "soft", "line", "accent")})


def plain(text: str) -> str:
    """Text typed by a stranger, so that Plotly writes it instead of reading it as markup."""
    return escape(text, quote=False)


def in_space(text: str) -> str:
    """Escape a label beside a point in space: there Plotly reads tags and would write an escaped sign in full."""
    return text.replace("<", "<\N{WORD JOINER}")  # invisible, and no tag begins with it


def calm(figure: go.Figure, colours: Palette, *, height: int) -> go.Figure:
    """The figure with the margins, grid and type that all figures share. Returns the same figure."""
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        font={"family": '"Source Sans", sans-serif', "color": colours.ink},  # that of the page
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hoverlabel_align="left",
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )
    figure.update_xaxes(gridcolor=colours.line, zerolinecolor=colours.line, automargin=True)
    figure.update_yaxes(gridcolor=colours.line, zerolinecolor=colours.line, automargin=True)
    return figure
