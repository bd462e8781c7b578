"""The encoder and the decoder as two stacks of boxes with the reader's words below and above; a box can be chosen."""

from collections.abc import Sequence

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Stacks

Box = tuple[str, str, str]  # its name, what is written on it, and the shape of what it gives


def stacks(
    screen: Board,
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
) -> None:
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
    screen.picture("stacks", header, key=key, on_choice=on_box)
