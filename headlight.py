"""Headlight as it is installed: `show` a trace in a notebook, or in a file, with the pictures of the app."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from components.board import collecting
from components.head_grid import choice, head_grid
from components.lines import lines
from components.matrix import matrix
from components.standalone import standalone
from transformer import Trace

__version__ = "0.1.0"


@dataclass(frozen=True)
class Shown:
    """A page of pictures: in a notebook it is drawn where it is the value of a cell."""

    page: str  # the whole page, as HTML that asks nobody for anything

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, to be opened by any browser; returns where it is."""
        path = Path(path)
        path.write_text(self.page, "utf-8")
        return path

    def _repr_html_(self) -> str:
        """What Jupyter draws: a frame, so that neither the page nor the notebook changes how the other looks."""
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="Headlight" '
            'style="width: 100%; height: 640px; border: 0"></iframe>'
        )


def show(
    trace: Trace, layer: int = 0, head: int = 0, *, names: Sequence[Sequence[str]] | None = None, model: str = ""
) -> Shown:
    """All heads of a trace, and of the chosen one its pattern and its lines; a click chooses another.

    `layer` and `head`, which count from 0, are chosen at first. `names` says in a few words what each head does, by
    layer and head, and `model` whose heads they are; both are shown where they are given.

    Raises:
        ValueError: there is no such head.
    """
    config = trace.config
    if not (0 <= layer < config.n_layers and 0 <= head < config.n_heads):
        raise ValueError(
            f"no head {head} in layer {layer}: there are {config.n_layers} layers of {config.n_heads} heads"
        )
    names = names or [[""] * config.n_heads] * config.n_layers
    heads = {
        (layer, head): (
            choice((layer, head), layers=config.n_layers, heads=config.n_heads, tokens=len(trace.tokens)),
            _one_head(trace, layer, head, names[layer][head], model),
        )
        for layer in range(config.n_layers)
        for head in range(config.n_heads)
    }
    return Shown(standalone(_all_heads(trace, (layer, head), names, model), heads, (layer, head), trace.text))


def _all_heads(trace: Trace, chosen: tuple[int, int], names: Sequence[Sequence[str]], model: str) -> bytes:
    """The message of a board of all heads."""
    with collecting(trace.text, model) as board:
        across = trace.config.n_layers > trace.config.n_heads  # a page is wider than it is high
        lie = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
        board.heading("All heads", f"{lie} Choose one.")
        head_grid(
            trace.patterns,
            hidden=np.all([_hidden(trace, layer, 0) for layer in range(trace.config.n_layers)], axis=0),
            tokens=trace.words,
            selected=chosen,
            names=names,
            key="heads",
            on_head=lambda head: None,  # the page itself listens
            across=across,
            group=trace.plan.group,
        )
    return board.message()


def _one_head(trace: Trace, layer: int, head: int, name: str, model: str) -> bytes:
    """The message of a board of one head."""
    pattern, which = trace.layers[layer].pattern[head], f"layer {layer + 1}, head {head + 1}"
    with collecting(trace.text, model) as board:
        cells, ribbons = board.columns(1, 1)
        with cells:
            board.heading(f"L{which[1:]}", name or "Each row is a token that looks; the columns are what it looks at.")
            matrix(
                pattern,
                rows=trace.words,
                columns=trace.words,
                noun="weight",
                alt=f"Pattern of {which}: each row looks at the columns.",
                key="pattern",
                hidden=_hidden(trace, layer, head),
            )
        with ribbons:
            board.heading("As lines", "From each query, left, to its keys, right. Point at a token.")
            lines(pattern, tokens=trace.words, alt=f"Pattern of {which} as lines.", key="lines")
    return board.message()


def _hidden(trace: Trace, layer: int, head: int) -> np.ndarray:
    return np.isneginf(trace.layers[layer].masked[head])
