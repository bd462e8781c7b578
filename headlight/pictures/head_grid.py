"""All heads of all layers as one grid of small patterns, repainted with every key; a click chooses a head."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Bool, Float, UInt16
from numpy import ndarray as Array

from headlight.pictures.board import Board, Door, OnChoose, hidden_bits
from headlight.pictures.headers import HeadGrid, HeadGridChoice

ALT = "{what} of {layers} layers with {heads} heads each over {tokens} tokens. Chosen: layer {layer}, head {head}."
PATTERNS, EFFECTS = "Attention patterns", "Effects of every cell"
_ZERO = 2**15  # the step of an effect of 0


def head_grid(
    screen: Board,
    patterns: Float[Array, "layer head query key"],
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
) -> None:
    """Draw every head; cells in `hidden`, the same in all heads, are hatched, `selected`, (layer, head), is framed.

    Queries are `tokens`; keys are the same tokens, or those of `looked_at`. `names` says in a few words what each head
    does. `transposed` draws queries as columns. Layers are rows, or columns where they run `across`.

    `order` lists all heads as (layer, head): they are drawn in it, line by line, each with its numbers above it.
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
    layers, heads = patterns.shape[:2]
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
        **choice(
            selected,
            layers=layers,
            heads=heads,
            tokens=n_tokens or len(tokens),
            of_effects=extent is not None,
            counts_from=counts_from,
        ),
    }
    values = _colours_and_hundredths(patterns) if extent is None else _steps(patterns, extent)
    screen.picture("head_grid", header, values, key=key, on_choice=on_head, doors=[shows])


def choice(
    selected: tuple[int, int],
    *,
    layers: int,
    heads: int,
    tokens: int,
    of_effects: bool = False,
    counts_from: int = 1,
) -> HeadGridChoice:
    """The fields of the header that depend on which (layer, head) is chosen."""
    noun = EFFECTS if of_effects else PATTERNS
    layer, head = (index + counts_from for index in selected)
    alt = ALT.format(what=noun, layers=layers, heads=heads, tokens=tokens, layer=layer, head=head)
    return {"selected": selected, "alt": alt}


def numbers(header: Mapping[str, Any], values: UInt16[Array, " cell"]) -> Float[Array, " cell"]:
    """Return the values as the picture writes them: weights in hundredths, or effects in ten-thousandths."""
    if header["extent"] is None:
        return (values >> 8) / 100
    return np.floor((values.astype(np.float64) - _ZERO) / (_ZERO - 1) * header["extent"] * 10000 + 0.5) / 10000


def _steps(effects: Float[Array, "..."], extent: float) -> UInt16[Array, "..."]:
    return (_ZERO + np.rint(np.clip(effects / extent, -1, 1) * (_ZERO - 1))).astype(np.uint16)


def _colours_and_hundredths(weights: Float[Array, "..."]) -> UInt16[Array, "..."]:
    """Each weight as one of 256 colours in the lower byte, and rounded to hundredths in the upper one.

    Half a hundredth is rounded up, as the browser rounds the float32 of a matrix beside the grid: 100 times a float32
    is exact in float64, so both always read the same. From the colour alone one weight in ten would read another.
    """
    exact = weights.astype(np.float32).astype(np.float64)
    return (np.floor(100 * exact + 0.5).astype(np.uint16) << 8) | np.rint(255 * exact).astype(np.uint16)
