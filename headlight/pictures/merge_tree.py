"""Byte-pair encoding of one word as a tree: its bytes, what each merge joins under these, and its tokens at the end."""

from collections.abc import Sequence
from typing import NamedTuple

from headlight.pictures.board import Board
from headlight.pictures.headers import MergeBlock, MergeTree, Says


class Block(NamedTuple):
    """A byte, or what a merge joined."""

    text: str
    note: str  # which merge made it
    first: int  # byte that it covers, from 0
    last: int
    row: int  # 0 for a byte, else one more than the lower of the two that it joins
    token: bool  # nothing joins it


def merge_tree(screen: Board, blocks: Sequence[Block], *, alt: str, key: str, says: Says = ()) -> None:
    """Draw each block over the bytes that it covers, down to the one that joins it; tokens reach the last row, filled.

    `says` is a sentence under the tree, in pieces; True is written strong.
    """
    header: MergeTree = {
        "blocks": [MergeBlock(**block._asdict()) for block in blocks],
        "alt": alt,
        "says": list(says),
    }
    screen.picture("merge_tree", header, key=key)
