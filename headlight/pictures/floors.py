"""The layers of a model as floors, the last on top: how bright a word is on each, and which word each would say."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture


class Storey(NamedTuple):
    """One floor: its name, what each of its parts adds to the word, and the word that it would say.

    `chance` is how likely the word is there, `light` how bright that makes it, from 0 to 1, and `before` how likely it
    was before a change.
    """

    name: str
    added: Sequence[tuple[str, float]]
    chance: float
    light: float
    says: str
    sure: float
    before: float | None = None


class Floor(TypedDict):
    """See `Storey`."""

    name: str
    added: list[tuple[str, float]]
    chance: float
    light: float
    says: str
    sure: float
    before: float | None


class Floors(TypedDict):
    """See `floors`."""

    floors: list[Floor]
    word: str
    chosen: int | None
    rises: bool
    alt: str


@picture(about="table")
def floors(
    storeys: Sequence[Storey],
    *,
    word: str,
    chosen: int | None,
    alt: str,
    key: str,
    rises: bool = False,
    on_floor: OnChoose | None = None,
) -> Drawn[Floors]:
    """Draw the floors, the first below; `on_floor` is called with the place of one that is chosen.

    Where it `rises`, they light up one after another when they are seen first.
    """
    rows = [
        Floor(name=name, added=list(added), chance=chance, light=light, says=says, sure=sure, before=before)
        for name, added, chance, light, says, sure, before in storeys
    ]
    header: Floors = {"floors": rows, "word": word, "chosen": chosen, "rises": rises, "alt": alt}
    names = ("name", "chance", "before", "says", "sure")
    titles = ["", word, "before", "would say", "probability"]
    table = tables.of(titles, [tables.field(f"floors.*.{name}") for name in names], optional=[2])
    return Drawn(header, table=table, key=key, on_choice=on_floor)
