"""One sentence in large type: ribbons lead from one of its words to those it looks at, beside it what comes next."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import OnChoose, picture


def looks(
    weights: Float[Array, "word word"],
    rows: Float[Array, "layer head word"],
    *,
    words: Sequence[str],
    chosen: int,
    head: tuple[int, int],
    names: Sequence[Sequence[str]],
    following: Sequence[tuple[str, float]],
    about: str,
    alt: str,
    key: str,
    on_choice: OnChoose,
) -> None:
    """Draw where the chosen word looks in one head; the reader may point at another word, or at another head.

    `weights` are those of `head` between all words, `rows` those of the chosen word in all heads, whose `names` say in
    a few words what each does. A word that begins with a space stands apart from the one before it. `following` are
    the likeliest tokens after the last word with their probabilities, likeliest first. `about` is said of the head
    under the sentence. `on_choice` is called with ["word", place] or ["head", [layer, head]].
    """
    header = {
        "words": [{"text": word.strip() or "␣", "apart": word[:1].isspace()} for word in words],
        "chosen": chosen,
        "head": list(head),
        "names": [list(row) for row in names],
        "following": [list(each) for each in following],
        "about": about,
        "alt": alt,
    }
    values = np.concatenate([weights.ravel(), rows.ravel()]).astype(np.float32)
    picture("looks", header, values, key=key, on_choice=on_choice)
