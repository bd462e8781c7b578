"""Byte-pair encoding of one word as a tree: its bytes, what each merge joins under these, and its tokens at the end."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from headlight.pictures.picture import Drawn, Piece, Says, picture


class MergeBlock(TypedDict):
    """A block of `MergeTree`."""

    text: str
    note: str
    first: int
    last: int
    row: int
    token: bool


class MergeTree(TypedDict):
    """See `merge_tree`."""

    blocks: list[MergeBlock]
    shown: int | None
    alt: str
    says: list[Piece]


class Block(NamedTuple):
    """A byte, or what a merge joined."""

    text: str
    note: str  # which merge made it
    first: int  # byte that it covers, from 0
    last: int
    row: int  # 0 for a byte, else one more than the lower of the two that it joins
    token: bool  # nothing joins it


@picture(no_table="words alone")
def merge_tree(
    blocks: Sequence[Block], *, alt: str, key: str, shown: int | None = None, says: Says = ()
) -> Drawn[MergeTree]:
    """Draw each block over the bytes that it covers, down to the one that joins it; tokens reach the last row, filled.

    The first `shown` of them are there, by default all; the others keep their room. Of some, the last one is lit.
    `says` is a sentence under the tree, in pieces; True is written strong.
    """
    header: MergeTree = {
        "blocks": [MergeBlock(**block._asdict()) for block in blocks],
        "shown": shown,
        "alt": alt,
        "says": list(says),
    }
    return Drawn(header, key=key)
