"""The encoder and the decoder as two stacks of boxes with the reader's words below and above; a box can be chosen."""

from collections.abc import Sequence
from typing import TypedDict

from headlight.pictures.picture import Drawn, OnChoose, picture


class Stacks(TypedDict):
    """See `stacks`; a box is [name, what is written on it, shape]."""

    encoder: list[tuple[str, str, str]]
    decoder: list[tuple[str, str, str]]
    source: list[str]
    read: list[str]
    written: list[str]
    selected: str
    alt: str


Box = tuple[str, str, str]  # its name, what is written on it, and the shape of what it gives


@picture(no_table="boxes with their names alone")
def stacks(
    encoder: Sequence[Box],
    decoder: Sequence[Box],
    *,
    source: Sequence[str],
    read: Sequence[str],
    written: Sequence[str],
    selected: str,
    on_box: OnChoose,
    alt: str,
    key: str,
) -> Drawn[Stacks]:
    """Draw both stacks from the bottom up. A box of the decoder whose name ends in "cross" gets a line from the memory.

    `source` stands under the encoder, `read` under the decoder and `written` above it. `on_box` is called with
    the name of a chosen box.
    """
    header: Stacks = {
        "encoder": list(encoder),
        "decoder": list(decoder),
        "source": list(source),
        "read": list(read),
        "written": list(written),
        "selected": selected,
        "alt": alt,
    }
    return Drawn(header, key=key, on_choice=on_box)
