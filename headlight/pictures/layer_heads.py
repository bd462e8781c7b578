"""The heads of one layer side by side, each pattern with its tokens; one can be enlarged, switched off or spread."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from headlight.pictures import svg_cells, tables
from headlight.pictures.board import hidden_bits, hidden_of
from headlight.pictures.picture import Drawn, OnChoose, Still, picture


class LayerHeads(TypedDict):
    """See `layer_heads`; `hidden` are bits."""

    tokens: list[str]
    names: list[str]
    name_lines: int
    label_room: int
    silenced: list[int]
    evenly: bool
    hidden: str
    alt: str
    transposed: bool


@picture(about="cells")
def layer_heads(
    patterns: Float[Array, "head query key"],
    *,
    hidden: Bool[Array, "head query key"],
    tokens: Sequence[str],
    names: Sequence[str],
    silenced: Collection[int],
    alt: str,
    key: str,
    on_head: OnChoose,
    evenly: bool = False,
    transposed: bool = False,
    name_lines: int = 3,
    label_room: int = 96,
) -> Drawn[LayerHeads]:
    """Draw every head's pattern; cells in `hidden` are hatched, heads in `silenced` are crossed out or, `evenly`, are
    called even.

    `transposed` draws queries as columns. `names` says in a few words what each head does. A click, or Enter after the
    arrow keys, enlarges a head in the place of all; its button, or the key S, chooses it: `on_head` is called with its
    number. Names have room for `name_lines`, tokens beside a pattern for `label_room` pixels, whatever there is: so
    nothing below moves with them. Patterns are smaller where the window of a laptop would cut them.
    """
    header: LayerHeads = {
        "tokens": list(tokens),
        "names": list(names),
        "name_lines": name_lines,
        "label_room": label_room,
        "silenced": sorted(silenced),
        "evenly": evenly,
        "hidden": hidden_bits(hidden),
        "alt": f"{alt} Enter enlarges a head, S {'spreads it evenly or back' if evenly else 'switches it off or on'}.",
        "transposed": transposed,
    }
    table = tables.of(
        ["head", "query position", "query", tables.field("tokens")],
        [tables.count(len(names), 1)],
        [tables.count(len(tokens)), tables.field("tokens")],
        labels=3,
    )
    return Drawn(header, patterns.astype(np.float32), table, key=key, on_choice=on_head)


@layer_heads.still
def still(drawn: Drawn[LayerHeads], palette: Mapping[str, Any]) -> Still:
    """The heads of a layer side by side; those that are switched off or spread evenly are called so."""
    header, tokens = drawn.header, len(drawn.header["tokens"])
    patterns = drawn.values.reshape(-1, tokens, tokens)
    shares = np.where(hidden_of(header["hidden"], patterns.shape), np.nan, patterns)
    wide, changed = math.ceil(len(shares) ** 0.5), " (even)" if header["evenly"] else " (off)"
    shown = [
        (divmod(head, wide), f"head {head + 1}{changed if head in header['silenced'] else ''}", share_of_head)
        for head, share_of_head in enumerate(shares)
    ]
    return svg_cells.heads(
        shown, palette["sequential"], palette, transposed=header["transposed"], side=2 * svg_cells.HEAD
    )
