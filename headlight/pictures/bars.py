"""Labelled numbers as horizontal bars, with what they were before a change as a dashed outline."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

import numpy as np

from headlight.pictures import svg_ribbons, tables
from headlight.pictures.decimals import decimal, short_percent
from headlight.pictures.picture import Door, Drawn, OnChoose, Piece, Says, Still, picture
from headlight.pictures.quantities import STYLES, Quantity, drawn_as
from headlight.pictures.svg_parts import MARGIN, TYPE, text


class Bar(TypedDict):
    """One of `Bars`."""

    label: str
    value: float
    before: float | None
    note: str
    faded: bool
    rest: NotRequired[bool]


class BarCut(TypedDict):
    """A line of `Bars`: its steps are [how it is called, the rows above the line], and it is `at` one of them."""

    name: str
    steps: list[tuple[str, float]]
    at: int


class Bars(TypedDict):
    """See `bars`; `colours` are the design tokens of what is above 0 and below, `ends` is said at the end."""

    bars: list[Bar]
    alt: str
    says: list[Piece]
    scale: float | None
    colours: list[str]
    ends: str
    cuts: NotRequired[list[BarCut]]
    asks: NotRequired[str]
    linked: bool


class Cut(NamedTuple):
    """A line across bars that is dragged up and down through them, from step to step."""

    name: str
    steps: Sequence[tuple[str, float]]  # how each is called, and the rows above the line, from few to many
    chosen: int  # the step where it is


class Rest(NamedTuple):
    """All values that have no bar, as one under the others, which nobody chooses."""

    label: str
    value: float
    before: float | None


@picture(about="words")
def bars(
    values: Sequence[float] | np.ndarray,
    *,
    labels: Sequence[str],
    alt: str,
    key: str,
    quantity: Quantity = "share",
    before: Sequence[float] | np.ndarray | None = None,
    faded: Collection[int] = (),
    says: Says = (),
    notes: Sequence[str] = (),
    scale: float | Literal["of quantity"] | None = "of quantity",
    on_bar: OnChoose | None = None,
    rest: Rest | None = None,
    cuts: Sequence[Cut] = (),
    on_cut: Callable[[int, int], Mapping[str, Any]] | None = None,
    shows: Door | None = None,
    asks: str = "",
    linked: bool = False,
) -> Drawn[Bars]:
    """Draw a bar for each value, from 0 up, or to the left where it is below.

    `quantity` is what they show, and picks colour and scale: a probability is ink on a track from 0 to 1 wherever it is
    drawn, a loss slate with "less is better" at its end, what is signed blue to the right and orange to the left.
    A bar of `scale` fills its track, where that is not what the quantity says; None is the largest value.
    `before` outlines earlier values, `faded` are places that no longer count.
    `says` is a sentence under the bars, in pieces; True is written strong, and `notes` stand behind the bars in place
    of their values. With `on_bar` a bar can be chosen, which adds its word: it is called with its place. `rest` is a
    last bar for all that have none. Lines of `cuts` are dragged: `on_cut` is called with which of them, and its step.
    `shows` is where the values open, or those before where there are some.
    A click adds the bar's word, or does what the tooltip `asks`, where {} is its label; a faded bar is then pressed.
    A row of `linked` bars lights points of its name in a linked `plane` of the board, and is lit by them.
    """
    look = drawn_as(quantity)
    mark = look["colours"][0]
    rows: list[Bar] = [
        {
            "label": label,
            "value": float(value),
            "before": None if before is None else float(before[index]),
            "note": notes[index] if notes else note(value, None if before is None else before[index], mark),
            "faded": index in faded,
        }
        for index, (label, value) in enumerate(zip(labels, values, strict=True))
    ]
    if rest:
        label, value, was = rest
        written = notes[-1] if len(notes) > len(rows) else note(value, was, mark)
        rows.append({"label": label, "value": value, "before": was, "note": written, "faded": not value, "rest": True})
    header: Bars = {
        "bars": rows,
        "alt": alt,
        "says": list(says),
        "scale": STYLES[quantity].full if scale == "of quantity" else scale,
        "linked": linked,
        **look,
    }
    if asks:
        header["asks"] = asks
    if cuts:
        header["cuts"] = [{"name": cut.name, "steps": list(cut.steps), "at": cut.chosen} for cut in cuts]

    def choice(click: Any) -> Mapping[str, Any] | None:
        match click:
            case [int(number), int(step)] if on_cut and number < len(cuts) and step < len(cuts[number].steps):
                return on_cut(number, step)
            case int(index) if on_bar and index < len(values):
                return on_bar(index)
        return None

    table = tables.of(
        ["", "value", "before"], [tables.field(f"bars.*.{name}") for name in ("label", "value", "before")], optional=[2]
    )
    return Drawn(header, table=table, key=key, on_choice=choice if on_cut else on_bar, doors=[shows])


def note(value: float, before: float | None, mark: str) -> str:
    """Write the number behind a bar whose colour is `mark`, and what it was before.

    Attention weights and probabilities are in percent, as sentences have them.
    """
    write = short_percent if mark in ("attention", "probability") else partial(decimal, form=".3f")
    return write(value) if before is None else f"{write(before)} → {write(value)}"


@bars.still
def still(drawn: Drawn[Bars], palette: Mapping[str, Any]) -> Still:
    """Labelled bars with what they were before as dashed outlines."""
    still = svg_ribbons.bars(drawn.header["bars"], drawn.header["scale"], drawn.header["colours"], palette)
    if not drawn.header["ends"]:
        return still
    ends = text(
        f"← {drawn.header['ends']}", still.width - MARGIN, still.height, palette["soft"], "end", size=svg_ribbons.NOTE
    )
    return Still([*still.parts, ends], still.width, still.height + TYPE)


@bars.outlined
def outline(now: Drawn[Bars], before: Drawn[Bars]) -> None:
    """Outline earlier values, which are found by their labels, in bars that do not compare anything yet."""
    was = {bar["label"]: bar for bar in before.header["bars"]}
    rows, mark = now.header["bars"], now.header["colours"][0]
    if any(bar["before"] is not None for bar in rows):
        return
    for bar in rows:
        earlier = was.get(bar["label"])
        if earlier is not None:
            if bar["note"] == note(bar["value"], None, mark):
                bar["note"] = note(bar["value"], earlier["value"], mark)
            bar["before"] = earlier["value"]
