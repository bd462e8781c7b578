"""A network over a sentence: words below, states above, arrows between them, and one way through it lit."""

from collections.abc import Callable, Sequence

import numpy as np

from components.payload import mount, pack

_HTML = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>'

Node = tuple[int, int]  # (level, place): level 0 are the words


def paths(
    words: Sequence[str],
    *,
    levels: Sequence[str],
    edges: Sequence[tuple[Node, Node]],
    lit: Sequence[Node],
    shares: Sequence[float],
    notes: Sequence[str],
    alt: str,
    key: str,
    on_ends_change: Callable[[], None] | None = None,
    text: str = "",
) -> None:
    """Draw the network: `levels` names what stands above the words, `lit` are the nodes of the way, in order.

    `shares`, from 0 to 1, say how deep the colour of each word is; `notes` are a second line when it is pointed at.
    With `on_ends_change` a click on a word makes it the start and a click on a state the end of the way; both are
    found in `st.session_state[key]["ends"]` as [start, end]. Arrow keys go along the words; Enter is a new start.
    """
    header = {
        "words": list(words),
        "levels": list(levels),
        "lit": [list(node) for node in lit],
        "shares": [float(share) for share in shares],
        "notes": list(notes),
        "choosable": on_ends_change is not None,
        "alt": f"{alt} Arrow keys go along the words.",
        "text": text,
    }
    listeners = {"on_ends_change": on_ends_change} if on_ends_change else {}
    ends = np.array(edges, dtype=np.uint8).reshape(-1, 4)
    mount("paths", _HTML, key=key, data=pack(header, ends), **listeners)
