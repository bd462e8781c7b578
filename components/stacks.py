"""The encoder and the decoder as two stacks of boxes with the reader's words below and above; a box can be chosen."""

from collections.abc import Callable, Sequence

from components.payload import mount, pack

_HTML = '<div class="stacks" role="group"></div>'

Box = tuple[str, str, str]  # its name, what is written on it, and the shape of what it gives


def stacks(
    encoder: Sequence[Box],
    decoder: Sequence[Box],
    *,
    source: Sequence[str],
    read: Sequence[str],
    written: Sequence[str],
    selected: str,
    on_box_change: Callable[[], None],
    alt: str,
    key: str,
    text: str = "",
) -> None:
    """Draw both stacks from the bottom up. A box of the decoder whose name ends in "cross" gets a line from the memory.

    `source` stands under the encoder, `read` under the decoder and `written` above it. The chosen box is found in
    `st.session_state[key]["box"]`.
    """
    header = {
        "encoder": [list(box) for box in encoder],
        "decoder": [list(box) for box in decoder],
        "source": list(source),
        "read": list(read),
        "written": list(written),
        "selected": selected,
        "alt": alt,
        "text": text,
    }
    mount("stacks", _HTML, key=key, data=pack(header), on_box_change=on_box_change)
