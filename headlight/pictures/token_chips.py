"""The tokens of a text as a row of chips; a token that goes on with a word is joined to the chip before it."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture


class Chip(TypedDict):
    """A chip of `TokenChips`."""

    text: str
    note: str
    joined: bool
    strong: bool
    share: float | None
    number: float | None


class TokenChips(TypedDict):
    """See `token_chips`."""

    tokens: list[Chip]
    alt: str
    large: bool
    one_line: bool
    cards: bool
    sketches: list[str]


ALT = "{count} {tokens} in the order of the text"
TOKENS = ("token", "tokens")  # one, and several


@picture(introduces=True)
def token_chips(
    words: Sequence[str],
    *,
    notes: Sequence[str],
    joined: Collection[int] = (),
    strong: Collection[int] = (),
    shares: Sequence[float] | None = None,
    numbers: Sequence[float | None] = (),
    key: str,
    large: bool = False,
    one_line: bool = False,
    cards: bool = False,
    sketches: Sequence[str] = (),
    on_place: OnChoose | None = None,
    alt: str = "",
) -> Drawn[TokenChips]:
    """Draw a chip for each word with a note under it.

    Places in `joined` go on with the word before, those in `strong` are framed.
    `shares`, from 0 to 1, say how deep the colour of each chip is; without them all are alike. `numbers` are what the
    notes write, with all digits, for a table; None where a token has none.
    `one_line` keeps them on one line, which scrolls sideways and follows the end of a text that changes: what stands
    below stays in its place. As `cards` a few share the width, each as large as the others: one is to be chosen.
    `sketches` are lines above their words, as outlines of an SVG that is 120 wide and 40 high.
    With `on_place` a click or Enter on a chip chooses it: it is called with the chip's place. An `alt` says what the
    chips are where they are no tokens of a text.
    """
    chips: list[Chip] = [
        {
            "text": word,
            "note": note,
            "joined": index in joined,
            "strong": index in strong,
            "share": float(shares[index]) if shares else None,
            "number": numbers[index] if numbers else None,
        }
        for index, (word, note) in enumerate(zip(words, notes, strict=True))
    ]
    header: TokenChips = {
        "tokens": chips,
        "alt": alt or ALT.format(count=len(chips), tokens=TOKENS[len(chips) != 1]),
        "large": large,
        "one_line": one_line,
        "cards": cards,
        "sketches": list(sketches),
    }
    table = tables.of(
        ["position", "token", "note", "number"],
        [tables.count(len(chips)), *(tables.field(f"tokens.*.{name}") for name in ("text", "note", "number"))],
        labels=3,
        optional=[3],
    )
    return Drawn(header, table=table, key=key, on_choice=on_place)
