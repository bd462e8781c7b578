"""All heads of all layers as one grid of small patterns, repainted with every key; a click chooses a head."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from jaxtyping import Bool, Float, UInt16
from numpy import ndarray as Array

from headlight.pictures import svg_cells, tables
from headlight.pictures.board import hidden_bits, hidden_of
from headlight.pictures.matrix import Matrix, Style, matrix_of_heads
from headlight.pictures.picture import Door, Drawn, OnChoose, Still, picture


class HeadGridChoice(TypedDict):
    """The fields of a `HeadGrid` that say which head is chosen."""

    selected: tuple[int, int]
    alt: str


class HeadGrid(HeadGridChoice):
    """See `head_grid`; `hidden` are bits, and a head is [layer, head]."""

    layers: int
    heads: int
    tokens: list[str]
    looked_at: list[str]
    hidden: str
    names: list[list[str]]
    transposed: bool
    across: bool
    order: list[tuple[int, int]]
    clusters: list[int]
    faded: list[tuple[int, int]]
    group: int
    largest: int
    tallest: int
    around: int
    extent: float | None
    counts_from: int
    chosen_of: tuple[int, int] | None


ALT = "{what} of {layers} layers with {heads} heads each over {tokens} tokens. Chosen: layer {layer}, head {head}."
PATTERNS, EFFECTS = "Attention patterns", "Effects of every cell"


@picture(about="cells")
def head_grid(
    patterns: Float[Array, "*head query key"],
    *,
    hidden: Bool[Array, "query key"],
    tokens: Sequence[str],
    looked_at: Sequence[str] = (),
    selected: tuple[int, int],
    names: Sequence[Sequence[str]],
    key: str,
    on_head: OnChoose,
    transposed: bool = False,
    across: bool = False,
    order: Sequence[tuple[int, int]] = (),
    chosen_of: tuple[int, int] | None = None,
    clusters: Sequence[int] = (),
    faded: Sequence[tuple[int, int]] = (),
    group: int = 1,
    largest: int = 130,
    tallest: int = 0,
    around: int = 0,
    extent: float | None = None,
    n_tokens: int | None = None,
    counts_from: int = 1,
    shows: Door | None = None,
) -> Drawn[HeadGrid]:
    """Draw every head; cells in `hidden`, the same in all heads, are hatched, `selected`, (layer, head), is framed.

    Queries are `tokens`; keys are the same tokens, or those of `looked_at`. `names` says in a few words what each head
    does. `transposed` draws queries as columns. Layers are rows, or columns where they run `across`.

    `order` lists all heads as (layer, head): they are drawn in it, line by line, each with its numbers above it. Where
    it lists a few, `chosen_of` so many (layers, heads), the patterns are those of the few, [head, query, key].
    `clusters` has a number for each head of the order, and the line under a head has the colour of its cluster. Heads
    in `faded` are pale. `group` is how many heads share their keys: a gap stands between groups, and a line along each.

    `largest` bounds the side of a head in pixels. `tallest`, if it is not 0, bounds the height of all heads in a window
    that is no higher: there layers across are folded, and lines of an order broken, so that heads are as large as they
    can be. `around` is how many pixels of the page stand above and under them, where it is known.

    Weights travel as 256 colours and as hundredths, in half the bytes of exact floats. `on_head` is called with a
    chosen [layer, head]. `shows` is where the weights open.

    Where a cell is a block of several, `n_tokens` is how many tokens there are, and `tokens` name the blocks.
    `counts_from` is the number of the first layer and the first head.

    With an `extent` the numbers are signed effects of so much at most, and travel as 65,535 steps from -extent to it.
    Most are small beside the largest, so the colour goes by the root of a number's share in the extent.
    """
    layers, heads = chosen_of or patterns.shape[:2]
    header: HeadGrid = {
        "layers": layers,
        "heads": heads,
        "tokens": list(tokens),
        "looked_at": list(looked_at),
        "hidden": hidden_bits(hidden),
        "names": [list(row) for row in names],
        "transposed": transposed,
        "across": across,
        "order": list(order),
        "clusters": list(clusters),
        "faded": list(faded),
        "group": group,
        "largest": largest,
        "tallest": tallest,
        "around": around,
        "extent": extent,
        "counts_from": counts_from,
        "chosen_of": chosen_of,
        **choice(
            selected,
            layers=layers,
            heads=heads,
            tokens=n_tokens or len(tokens),
            of_effects=extent is not None,
            counts_from=counts_from,
            few=len(order) if chosen_of else 0,
        ),
    }
    values = _colours_and_hundredths(patterns) if extent is None else _steps(patterns, extent)
    table = tables.of(
        ["layer", "head", "query position", "query", tables.field("looked_at" if looked_at else "tokens")],
        *(
            [[[layer + counts_from for layer, _ in order], [head + counts_from for _, head in order]]]
            if chosen_of
            else [[tables.count(layers, counts_from)], [tables.count(heads, counts_from)]]
        ),
        [tables.count(len(tokens)), tables.field("tokens")],
        labels=4,
        coded=_coding(extent),
    )
    return Drawn(header, values, table, key=key, on_choice=on_head, doors=[shows])


def choice(
    selected: tuple[int, int],
    *,
    layers: int,
    heads: int,
    tokens: int,
    of_effects: bool = False,
    counts_from: int = 1,
    few: int = 0,
) -> HeadGridChoice:
    """The fields of the header that depend on which (layer, head) is chosen."""
    noun = f"{few} attention patterns" if few else EFFECTS if of_effects else PATTERNS
    layer, head = (index + counts_from for index in selected)
    alt = ALT.format(what=noun, layers=layers, heads=heads, tokens=tokens, layer=layer, head=head)
    return {"selected": selected, "alt": alt}


def numbers(drawn: Drawn[HeadGrid]) -> Float[Array, "layer head query key"]:
    """Return its numbers as it writes them, hundredths or ten-thousandths; NaN for heads that are not drawn."""
    header = drawn.header
    size = len(header["tokens"]), len(header["looked_at"] or header["tokens"])
    known = tables.decoded(drawn.values, _coding(header["extent"]), header["extent"]).reshape(-1, *size)
    every = np.full((header["layers"], header["heads"], *size), np.nan)
    if not header["chosen_of"]:
        return known.reshape(every.shape)
    every[tuple(zip(*header["order"], strict=True))] = known
    return every


def _coding(extent: float | None) -> tables.Coding:
    return "hundredths" if extent is None else "steps"


def _steps(effects: Float[Array, "..."], extent: float) -> UInt16[Array, "..."]:
    return (tables.ZERO + np.rint(np.clip(effects / extent, -1, 1) * (tables.ZERO - 1))).astype(np.uint16)


def _colours_and_hundredths(weights: Float[Array, "..."]) -> UInt16[Array, "..."]:
    """Each weight as one of 256 colours in the lower byte, and rounded to hundredths in the upper one.

    Half a hundredth is rounded up, as the browser rounds the float32 of a matrix beside the grid: 100 times a float32
    is exact in float64, so both always read the same. From the colour alone one weight in ten would read another.
    """
    exact = weights.astype(np.float32).astype(np.float64)
    return (np.floor(100 * exact + 0.5).astype(np.uint16) << 8) | np.rint(255 * exact).astype(np.uint16)


@head_grid.still
def still(drawn: Drawn[HeadGrid], palette: Mapping[str, Any]) -> Still:
    """All heads, a row for each layer, or a column where they run across; of an order line by line."""
    header = drawn.header
    layers, heads = header["layers"], header["heads"]
    patterns = numbers(drawn)
    extent = header["extent"]
    shares = patterns if extent is None else 0.5 - np.sign(patterns) * np.sqrt(np.abs(patterns) / extent) / 2
    scale = palette["sequential" if extent is None else "diverging"]
    if header["order"]:
        places = [(divmod(index, max(layers, heads)), tuple(head)) for index, head in enumerate(header["order"])]
    else:
        places = [((head, layer) if header["across"] else (layer, head), (layer, head)) for layer, head in
                  np.ndindex(layers, heads)]  # fmt: skip
    first = header["counts_from"]
    titles = {head: f"{head[0] + first}.{head[1] + first}" for _, head in places}
    hidden = hidden_of(header["hidden"], patterns.shape[2:])
    shown = [(square, titles[head], np.where(hidden, np.nan, shares[head])) for square, head in places]
    selected = [square for square, head in places if head == tuple(header["selected"])]
    return svg_cells.heads(shown, scale, palette, transposed=header["transposed"], framed=selected)


@head_grid.compared
def difference(before: Drawn[HeadGrid], now: Drawn[HeadGrid], key: str) -> Drawn[Matrix] | None:
    """The largest change of a weight, or of an effect, in each head."""
    tokens = len(tables.aligned(before.header["tokens"], now.header["tokens"]))
    then, later = (numbers(drawn)[:, :, :tokens, :tokens] for drawn in (before, now))
    effects = [drawn.header["extent"] is not None for drawn in (before, now)]
    if not tokens or then.shape != later.shape or effects[0] != effects[1]:
        return None  # nothing is alike, the models are of other sizes, or one has weights and the other effects
    changed = np.abs(later - then).max(axis=(2, 3))
    noun = "an effect" if effects[0] else "a weight"
    return matrix_of_heads(
        changed,
        noun=f"largest change of {noun}",
        style=Style(extent=max(1.0, float(np.nanmax(changed, initial=0)))),
        alt=f"The largest change of {noun} in each head.",
        key=key,
    )
