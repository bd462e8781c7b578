"""Headlight as it is installed: `show` a trace in a notebook, or in a file, with the pictures of the app."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from headlight.pictures.alignment import alignment
from headlight.pictures.board import Board, collecting
from headlight.pictures.head_grid import choice, head_grid
from headlight.pictures.lines import lines
from headlight.pictures.matrix import matrix
from headlight.pictures.standalone import standalone
from headlight.pictures.strips import strips
from transformer import Trace, TranslationTrace
from transformer.trace import AttentionTrace
from transformer.words import told_apart

_HEIGHT = 560  # pixels of all heads, in the frame of a notebook


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


class _Heads(NamedTuple):
    """What is shown: layers of heads, the tokens that look, those that are looked at, and the text."""

    layers: Sequence[AttentionTrace]
    looking: Sequence[str]
    looked_at: Sequence[str]
    text: str
    across: bool  # from one text to another: a translator's heads between its two sides
    group: int = 1  # heads that share their keys

    @property
    def n_heads(self) -> int:
        """In each layer."""
        return len(self.layers[0].pattern)

    def hidden(self, layer: int, head: int) -> np.ndarray:
        """The cells [query, key] in which a head may not look."""
        return np.isneginf(self.layers[layer].masked[head])


def show(
    trace: Trace | TranslationTrace,
    layer: int = 0,
    head: int = 0,
    *,
    names: Sequence[Sequence[str]] | None = None,
    model: str = "",
    vectors: bool = False,
) -> Shown:
    """All heads of a trace, and of the chosen one its pattern and its lines; a click chooses another.

    Of a translation these are the heads that look across, from its tokens at those of the source, with ribbons in place
    of lines. `layer` and `head`, which count from 0, are chosen at first. `names` says in a few words what each head
    does, by layer and head, and `model` whose heads they are; both are shown where they are given. With `vectors` the
    queries and keys of the chosen head stand below: they make the page several times as large.

    Raises:
        ValueError: there is no such head.
    """
    shown = _heads_of(trace)
    n_layers, n_heads = len(shown.layers), shown.n_heads if shown.layers else 0
    if not (0 <= layer < n_layers and 0 <= head < n_heads):
        raise ValueError(f"no head {head} in layer {layer}: there are {n_layers} layers of {n_heads} heads")
    names = names or [[""] * n_heads] * n_layers
    heads = {
        (layer, head): (
            choice((layer, head), layers=n_layers, heads=n_heads, tokens=len(shown.looking)),
            _one_head(shown, layer, head, names[layer][head], model, vectors),
        )
        for layer in range(n_layers)
        for head in range(n_heads)
    }
    return Shown(standalone(_all_heads(shown, (layer, head), names, model), heads, (layer, head), shown.text))


def _heads_of(trace: Trace | TranslationTrace) -> _Heads:
    if isinstance(trace, Trace):
        return _Heads(trace.layers, trace.words, trace.words, trace.text, False, trace.plan.group)
    target, source = (told_apart([token.text for token in side]) for side in (trace.target, trace.source))
    return _Heads(trace.cross, target, source, f"{trace.source_text} → {trace.target_text}", True)


def _all_heads(shown: _Heads, chosen: tuple[int, int], names: Sequence[Sequence[str]], model: str) -> bytes:
    """The message of a board of all heads."""
    n_layers = len(shown.layers)
    with collecting(shown.text, model) as board:
        across = n_layers > shown.n_heads  # a page is wider than it is high
        lie = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
        board.heading("All heads that look across" if shown.across else "All heads", f"{lie} Choose one.")
        head_grid(
            np.stack([layer.pattern for layer in shown.layers]),
            hidden=np.all([shown.hidden(layer, 0) for layer in range(n_layers)], axis=0),
            tokens=shown.looking,
            looked_at=shown.looked_at if shown.across else (),
            selected=chosen,
            names=names,
            key="heads",
            on_head=lambda head: None,  # the page itself listens
            across=across,
            group=shown.group,
            tallest=_HEIGHT,
        )
    return board.message()


def _one_head(shown: _Heads, layer: int, head: int, name: str, model: str, vectors: bool) -> bytes:
    """The message of a board of one head."""
    pattern, which = shown.layers[layer].pattern[head], f"layer {layer + 1}, head {head + 1}"
    with collecting(shown.text, model) as board:
        cells, ribbons = board.columns(1, 1)
        with cells:
            board.heading(f"L{which[1:]}", name or "Each row is a token that looks; the columns are what it looks at.")
            matrix(
                pattern,
                rows=shown.looking,
                columns=shown.looked_at,
                noun="weight",
                alt=f"Pattern of {which}: each row looks at the columns.",
                key="pattern",
                hidden=shown.hidden(layer, head),
            )
        with ribbons:
            if shown.across:
                board.heading("As ribbons", "A token of the translation shares out its looks. Point at one.")
                alt = f"Pattern of {which} as ribbons between both texts."
                alignment(pattern, source=shown.looked_at, target=shown.looking, alt=alt, key="ribbons")
            else:
                board.heading("As lines", "From each query, left, to its keys, right. Point at a token.")
                lines(pattern, tokens=shown.looking, alt=f"Pattern of {which} as lines.", key="lines")
        if vectors:
            _vectors(board, shown, layer, head)
    return board.message()


def _vectors(board: Board, shown: _Heads, layer: int, head: int) -> None:
    board.heading("Queries and keys", "The scores of the pattern are their products. A column for each dimension.")
    stages = shown.layers[layer]
    sides = {"queries": (stages.queries, shown.looking), "keys": (stages.keys, shown.looked_at)}
    for (name, (each, tokens)), column in zip(sides.items(), board.columns(1, 1), strict=True):
        with column:
            alt = f"{name.capitalize()} of layer {layer + 1}, head {head + 1}: a row for each token."
            strips({name: each[head]}, tokens=tokens, alt=alt, key=name)
