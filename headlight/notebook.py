"""Headlight from Python: any view, or a trace of one's own, with the pictures of the app, for a notebook or a file."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from reprlib import repr as short
from typing import Any, NamedTuple

import numpy as np

from headlight import exact
from headlight.pictures import Board, Drawn, Screen
from headlight.pictures.head_grid import choice
from headlight.pictures.rows import Rows, rows_of
from headlight.pictures.standalone import Heads, standalone
from headlight.pictures.svg import has_still, svg
from headlight.state.registry import View, find
from headlight.state.state import State
from transformer import Trace, TranslationTrace
from transformer.inference import processor
from transformer.trace import AttentionTrace
from transformer.words import as_typed

_HEIGHT = 560  # pixels of all heads, in the frame of a notebook
_APP = ("streamlit", "plotly")


@dataclass(frozen=True, eq=False)
class Shown:
    """Boards of pictures: in a notebook they are drawn where they are the value of a cell.

    A picture is named by its key; `keys` has them all. Where none is named, it is the main one: the first with numbers.
    """

    about: str  # what is shown, in a few words
    title: str  # of the page
    boards: tuple[Board, ...]
    heads: Heads = field(default_factory=dict)  # that can be chosen on the page, see `standalone`
    first: tuple[int, int] = (0, 0)  # of them

    @cached_property
    def page(self) -> str:
        """The whole page, as HTML that asks nobody for anything."""
        boards = self.boards[:1] if self.heads else self.boards
        return standalone([board.message() for board in boards], self.title, heads=self.heads, first=self.first)

    @property
    def keys(self) -> list[str]:
        """The keys of the pictures, from the top down."""
        return list(self._pictures)

    @property
    def says(self) -> list[str]:
        """The sentences that read the pictures aloud, as plain text."""
        return [sentence for drawn in self._pictures.values() if (sentence := _sentence(drawn))]

    def table(self, picture: str | None = None) -> Rows:
        """The numbers of a picture under their titles and after their labels.

        Raises:
            ValueError: there is no such picture, or it has no numbers.
        """
        key = self._chosen(picture)
        if (rows := rows_of(self._pictures[key])) is None:
            kind = self._pictures[key].name.replace("_", " ")
            raise ValueError(f"The picture {key!r} has no numbers: it is a {kind}.")
        return rows

    def numbers(self, picture: str | None = None) -> np.ndarray:
        """The numbers of a picture, [row, column], such as [query, key] of a pattern.

        Raises:
            ValueError: like `table`, or there is no number in the table.
        """
        rows = self.table(picture)
        if not rows.numbers.size:
            raise ValueError(f"The picture {self._chosen(picture)!r} has words alone: its `table` has them.")
        return rows.numbers

    def save(self, path: str | Path, picture: str | None = None) -> Path:
        """Write the page (.html), or of one picture the table (.csv) or the drawing (.svg, of many); returns the path.

        Raises:
            ValueError: there is no such picture, it cannot be written so, or the name ends otherwise.
        """
        path, encoding = Path(path), "utf-8"
        match path.suffix.lower():
            case ".html" | ".htm":
                text = self.page
            case ".csv":
                text, encoding = self.table(picture).csv(), "utf-8-sig"  # without its mark Excel on Windows misreads it
            case ".svg":
                drawn = self._pictures[self._chosen(picture)]
                text = svg(drawn, _sentence(drawn))
            case other:
                raise ValueError(f"Cannot write {other or 'a name without an end'}. Use .html, .csv or .svg.")
        path.write_text(text, encoding, newline="")
        return path

    def __repr__(self) -> str:
        return f"<Shown {self.about}: {', '.join(self.keys)}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the live page for a notebook, and where no script runs the main picture, still, and its sentences."""
        bundle = {"text/html": self._repr_html_(), "text/plain": "\n".join([self.title, *self._told, *self.says])}
        main = self._pictures[self._chosen(None)]
        return bundle | ({"image/svg+xml": svg(main, _sentence(main))} if has_still(main) else {})

    @property
    def _told(self) -> list[str]:
        """Say what became of the texts."""
        return list(dict.fromkeys(words for board in self.boards for words in board.told))

    def _repr_html_(self) -> str:
        """Return a frame for Jupyter, so that neither the page nor the notebook changes how the other looks."""
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="Headlight" '
            'style="width: 100%; height: 640px; border: 0"></iframe>'
        )

    @cached_property
    def _pictures(self) -> Mapping[str, Drawn]:
        found: dict[str, Drawn] = {}
        for board in self.boards:
            found |= {key: drawn for key, drawn in board.pictures().items() if key not in found}
        return found

    def _chosen(self, picture: str | None) -> str:
        """The key of a picture, or of the main one."""
        if picture is None:

            def is_above(key: str) -> bool:
                drawn = self._pictures[key]
                return drawn.name == "token_chips" or bool(drawn.header.get("compact"))

            tables = {key: rows for key in sorted(self.keys, key=is_above) if (rows := rows_of(self._pictures[key]))}
            picture = next((key for key, rows in tables.items() if rows.numbers.size), next(iter(tables), self.keys[0]))
        if picture not in self._pictures:
            raise ValueError(f"There is no picture {picture!r} here. There are {', '.join(self.keys)}.")
        return picture


def view(name: str, *, deeper: bool = False, **values: Any) -> Shown:
    """A view of the app by its short address, with its keys set, such as `view("attention", text="bear", layer=3)`.

    All its pictures are there, those under *More pictures* too; `deeper` adds the arithmetic below. Layers and heads
    count from 1 here, as in the address and on the screen. A text may be as long as its model reads; a TextCutWarning
    says what is left out of a longer one.

    Raises:
        ValueError: there is no such view, or it has no such key, or the key cannot hold the value, or nothing can be
            read in a text, or there is nothing to show: a sentence says what there is instead.
    """
    found = pure(name)
    with processor():
        state = State.of(found, **values)
        boards = exact.boards(state, deeper=deeper)
    about = f"{found.name}{'?' if state.items else ''}{state.written()}"
    return Shown(about if len(about) < 80 else f"{about[:79]}…", f"{found.title} · Headlight", boards)


def pure(name: str) -> View:
    """A view that can be drawn without the app. ValueError, with a sentence, for another."""
    try:
        found = find(name)
    except ModuleNotFoundError as error:
        if error.name not in _APP:
            raise
        raise ValueError(f"{name} needs the app: pip install 'headlight-attention[app]'.") from error
    if not found.draw:
        does = "is a list to read" if found.entries else "goes on by itself or step by step"
        raise ValueError(f"{name} {does}: the app alone can show it.")
    return found


def _sentence(drawn: Drawn) -> str:
    pieces = drawn.header["pieces"] if drawn.name == "sentence" else drawn.header.get("says", ())
    return "".join(words for words, _ in pieces)


class _Heads(NamedTuple):
    """The heads to show: layers of them, the tokens that attend, those that are attended to, and the text."""

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
            _one_head(shown, layer, head, names[layer][head], model, vectors).message(),
        )
        for layer in range(n_layers)
        for head in range(n_heads)
    }
    chosen = _one_head(shown, layer, head, names[layer][head], model, vectors)
    boards = (_all_heads(shown, (layer, head), names, model), chosen)
    return Shown(f"all heads of {short(shown.text)}", shown.text, boards, heads, (layer, head))


def _heads_of(trace: Trace | TranslationTrace) -> _Heads:
    if isinstance(trace, Trace):
        return _Heads(trace.layers, trace.words, trace.words, trace.text, False, trace.plan.group)
    target, source = as_typed(trace.target_text, trace.target), as_typed(trace.source_text, trace.source)
    return _Heads(trace.cross, target, source, f"{trace.source_text} → {trace.target_text}", True)


def _all_heads(shown: _Heads, chosen: tuple[int, int], names: Sequence[Sequence[str]], model: str) -> Board:
    """A board of all heads."""
    n_layers = len(shown.layers)
    board = Screen(shown.text, model)
    across = n_layers > shown.n_heads  # a page is wider than it is high
    lie = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
    board.heading("All heads that look across" if shown.across else "All heads", f"{lie} Choose one.")
    board.head_grid(
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
    return board


def _one_head(shown: _Heads, layer: int, head: int, name: str, model: str, vectors: bool) -> Board:
    """A board of one head."""
    pattern, which = shown.layers[layer].pattern[head], f"layer {layer + 1}, head {head + 1}"
    board = Screen(shown.text, model)
    cells, ribbons = board.columns(1, 1)
    with cells:
        board.heading(f"L{which[1:]}", name or "Each row is a token that looks; the columns are what it looks at.")
        board.matrix(
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
            board.heading("As ribbons", "A ribbon is as wide as its weight. Hover over a word.")
            alt = f"Pattern of {which} as ribbons between both texts."
            board.alignment(pattern, source=shown.looked_at, target=shown.looking, alt=alt, key="ribbons")
        else:
            board.heading("As lines", "From each query, left, to its keys, right. Hover over a token.")
            board.lines(pattern[None], tokens=shown.looking, alt=f"Pattern of {which} as lines.", key="lines")
    if vectors:
        _vectors(board, shown, layer, head)
    return board


def _vectors(board: Screen, shown: _Heads, layer: int, head: int) -> None:
    board.heading("Queries and keys", "The scores of the pattern are their products. A column for each dimension.")
    stages = shown.layers[layer]
    sides = {"queries": (stages.queries, shown.looking), "keys": (stages.keys, shown.looked_at)}
    for (name, (each, tokens)), column in zip(sides.items(), board.columns(1, 1), strict=True):
        with column:
            alt = f"{name.capitalize()} of layer {layer + 1}, head {head + 1}: a row for each token."
            board.strips({name: each[head]}, tokens=tokens, alt=alt, key=name)
