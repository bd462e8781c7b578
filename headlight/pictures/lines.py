"""Patterns as lines between two columns of tokens, queries left, keys right; each head has its colour."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, Still, picture
from headlight.pictures.svg_parts import MARGIN, text, width_of
from headlight.pictures.svg_ribbons import BETWEEN, FAINT, LINE, between, ribbon

Side = Literal["queries", "keys"]


class LinesHeads(TypedDict):
    """The heads of the layer in `Lines`: see `Heads`."""

    drawn: list[int]
    names: list[str]
    layer: int
    n_layers: int


class Lines(TypedDict):
    """See `lines`; `chosen` is [side, places]."""

    tokens: list[str]
    looked_at: list[str]
    alt: str
    heads: LinesHeads | None
    chosen: tuple[Side, list[int]] | None


class Heads(NamedTuple):
    """The heads of a layer that a reader may choose from, and which layer of how many; all count from 0."""

    drawn: Sequence[int]
    names: Sequence[str]  # of all heads of the layer: what each does, in a few words
    layer: int
    n_layers: int


@picture
def lines(
    patterns: Float[Array, "head query key"],
    *,
    tokens: Sequence[str],
    alt: str,
    key: str,
    looked_at: Sequence[str] = (),
    heads: Heads | None = None,
    chosen: tuple[Side, Sequence[int]] | None = None,
    on_choice: OnChoose | None = None,
) -> Drawn[Lines]:
    """Draw a line from each query to each key, as thick as its weight, for each of these heads.

    The keys are those of the same `tokens`, or of others that are `looked_at`. A token under the pointer, or reached
    with the arrow keys (up and down along a column, left and right between the columns, Escape for all), shows its own
    lines alone, and their weights beside the other tokens: the mean of the heads, where several are drawn.

    With `heads`, whose `drawn` ones are those of `patterns`, a tile for each head of the layer stands above, and a
    strip of the layers. `chosen` are tokens of one side whose lines alone are drawn; weights are their sums.
    `on_choice` is called with ["heads", [head, ...]] (a click on a tile adds or takes away, a double click shows it
    alone, or all), ["layer", layer] or ["tokens", [side, [position, ...]]].
    """
    header: Lines = {
        "tokens": list(tokens),
        "looked_at": list(looked_at),
        "alt": alt,
        "heads": LinesHeads(**heads._asdict()) if heads else None,
        "chosen": (chosen[0], list(chosen[1])) if chosen else None,
    }
    drawn = heads.drawn if heads else ()
    prefixes = [f"head {head + 1}: " for head in drawn] if len(drawn) > 1 else [""]
    rows = tables.section([prefixes], [tables.field("tokens")], joined=2)
    titles: list[str | tables.Field | tables.Count] = [
        tables.ATTENDING[0],
        tables.field("looked_at" if looked_at else "tokens"),
    ]
    table = tables.Table(titles=titles, labels=1, sections=[rows])
    return Drawn(header, patterns.astype(np.float32), table, key=key, on_choice=on_choice)


@lines.still
def still(drawn: Drawn[Lines], palette: Mapping[str, Any]) -> Still:
    """Queries at the left, keys at the right, and a line for each weight; the colour is the head's."""
    header = drawn.header
    tokens, keys = header["tokens"], header["looked_at"] or header["tokens"]
    heads = header["heads"]["drawn"] if header["heads"] else [0]
    patterns = drawn.values.reshape(len(heads), len(tokens), len(keys)).astype(float)
    left = MARGIN + width_of(tokens) + 8
    right, parts = left + 1.6 * BETWEEN, []
    middle = [MARGIN + LINE * (index + 0.5) for index in range(max(len(tokens), len(keys)))]
    for (index_of_head, query, key), weight in np.ndenumerate(patterns):
        if weight >= FAINT:
            colour = palette["heads"][heads[index_of_head] % len(palette["heads"])] if len(heads) > 1 else None
            curve = between((left, middle[query]), (right, middle[key]), upright=False)
            parts.append(ribbon(curve, weight, palette, colour))
    parts += [text(word, left - 8, y, palette["ink"], "end") for word, y in zip(tokens, middle, strict=False)]
    parts += [text(word, right + 8, y, palette["ink"], "start") for word, y in zip(keys, middle, strict=False)]
    return Still(parts, right + 8 + width_of(keys) + MARGIN, 2 * MARGIN + LINE * len(middle))
