"""Words near the chosen one, and all words on a map of the plane: by PCA, or with neighbours kept together."""

from typing import Literal

import numpy as np

from headlight.frame import controls
from headlight.frame.held import held
from headlight.pictures.bars import bars
from headlight.pictures.plane import Group, plane
from headlight.views.embeddings.word_list import Sentence
from transformer import WordVectors
from transformer.principal import Shadow, shadow

Method = Literal["PCA", "t-SNE"]
Frame = Literal["near my words", "all words"]
NEAREST = 8  # listed for the chosen word
_BESIDE = 4  # drawn near each word of the sentence
_GROUND = 1500  # most frequent words as pale dots


@held(most=2)
def _shadow(name: str, _vectors: WordVectors) -> Shadow:
    return shadow(_vectors.units, 2)


def show_nearest(vectors: WordVectors, word: str) -> None:
    """The other words with the largest cosine to this one."""
    found = vectors.nearest(word, NEAREST)
    bars(
        np.clip([cosine for _, cosine in found], 0, None),
        labels=[near for near, _ in found],
        alt=f"The {NEAREST} words with the largest cosine to the chosen one.",
        key="nearest_words",
    )


def method() -> Method:
    """How 64 numbers become a place in the plane."""
    return controls.one_of(
        "projection",
        "Projection",
        "t-SNE",
        help="PCA: the shadow along the two directions in which the vectors differ most; far apart here is far apart. "
        "t-SNE: neighbours are kept together, and nothing else: sizes and distances of groups mean nothing.",
    )


def frame() -> Frame:
    """Which part of the map is seen."""
    return controls.one_of("frame", "Show", "near my words")


def show(vectors: WordVectors, found: Sentence, method: Method, frame: Frame) -> None:
    """The sentence's words with the nearest of each, over the most frequent words as pale dots."""
    seen = _shadow(vectors.name, vectors)
    places = vectors.map if method == "t-SNE" else seen.places
    own = [vectors.index(word) for word in dict.fromkeys(found.known)]
    near = [vectors.index(word) for name in found.distinct for word, _ in vectors.nearest(name, _BESIDE)]
    beside = [place for place in dict.fromkeys(near) if place not in own]

    def group(rows: list[int], **looks) -> Group:
        return Group(places[rows], [vectors.words[row] for row in rows], **looks)

    x_title, y_title = (
        ("t-SNE: only who is near whom counts", "")
        if method == "t-SNE"
        else tuple(f"direction {number}: {share:.1%} of the variance" for number, share in enumerate(seen.shares, 1))
    )
    plane(
        [
            group(list(range(min(_GROUND, len(places)))), colour="soft", size=1.6, named=False, name="frequent words"),
            group(beside, colour="d_model", size=3.2, name="nearest to them"),
            group(own, colour="accent", size=5.5, name="in your sentence"),
        ],
        framed=(0, 1, 2) if frame == "all words" else (1, 2),
        alt="A map of the word vectors, with the words of the sentence named.",
        key="word_map",
        x_title=x_title,
        y_title=y_title,
        height=500,
        above=570,
    )
