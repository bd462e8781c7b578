"""The text that a bundled model was trained on, and where an end of another text stands in it.

The text is one row of tokens, in which places are kept in the order of the tokens that end there. So the places after
which a text could go on as it does lie side by side, and two bisections find them for each token more.
"""

import json
import lzma
import tempfile
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

import numpy as np
from jaxtyping import Int32, UInt16
from numpy import ndarray as Array

from transformer.bundled.folders import MODELS, read

TOKENS, SOURCES, NOTICE = "training_text.u16.xz", "training_text.json", "TRAINING_TEXT.md"
_ORDERED = 3  # tokens by which places are ordered; those that share more are compared one by one
_TOKEN, _PLACE = 13, 24  # bits of a token and of a place, which fit one number of 64 bits: this is what takes no time


@dataclass(frozen=True, eq=False)
class TrainingText:
    """All tokens that a model was trained on, source after source.

    `order` has every place, ordered by the token that stands there, then by the one before it, and so on.
    """

    tokens: UInt16[Array, " place"]
    sources: dict[str, int]  # its name -> how many tokens
    end_id: int  # of the mark at the end of a document
    order: Int32[Array, " place"]

    @classmethod
    def of(cls, tokens: UInt16[Array, " place"], sources: dict[str, int], end_id: int) -> "TrainingText":
        """Order the places: half a second of work and four bytes for each.

        Raises:
            ValueError: if there are too many tokens, or too many different ones, for this order.
        """
        if len(tokens) > 1 << _PLACE or tokens.max(initial=0) >= 1 << _TOKEN:
            raise ValueError(f"At most {1 << _PLACE:,} tokens with ids below {1 << _TOKEN:,} can be ordered.")
        keys = np.arange(len(tokens), dtype=np.uint64)  # where the tokens are the same, the earlier place comes first
        for back in range(_ORDERED):  # the last token is the most significant
            shift = np.uint64(_PLACE + _TOKEN * (_ORDERED - 1 - back))
            keys[back:] |= tokens[: len(tokens) - back].astype(np.uint64) << shift
        keys.sort()
        return cls(tokens, sources, end_id, (keys & np.uint64((1 << _PLACE) - 1)).astype(np.int32))

    def ends_with(self, ids: Sequence[int], least: int = 1) -> tuple[Int32[Array, " found"], int]:
        """Find the longest end of a text that stands here, `least` times or more.

        Args:
            ids: the tokens of the text.
            least: how often the end stands here at least.

        Returns:
            Its places, each that of its last token, and its length in tokens: 0 where not even the last token stands
            here so often.
        """
        low, high, length = 0, len(self.order), 0
        while length < min(len(ids), _ORDERED):
            wanted = ids[-1 - length]

            def token(place: np.int32, back: int = length) -> int:
                return int(self.tokens[place - back]) if place >= back else -1

            first = bisect_left(self.order, wanted, low, high, key=token)
            last = bisect_right(self.order, wanted, first, high, key=token)
            if last - first < least:
                return self.order[low:high] if length else self.order[:0], length
            low, high, length = first, last, length + 1
        places = self.order[low:high]
        while length < len(ids):
            longer = places[places >= length]
            longer = longer[self.tokens[longer - length] == ids[-1 - length]]
            if len(longer) < least:
                break
            places, length = longer, length + 1
        return places, length

    def followed(self, places: Int32[Array, " found"]) -> dict[int, int]:
        """Count which token came after these places, the most frequent first; the end of a document counts too."""
        after = places[places + 1 < len(self.tokens)] + 1
        counts = np.bincount(self.tokens[after])
        ids = np.flatnonzero(counts)
        return {int(id): int(counts[id]) for id in ids[np.argsort(-counts[ids], kind="stable")]}

    def around(self, place: int, length: int, tokens: int = 24) -> tuple[list[int], list[int]]:
        """Return the tokens before an end of this length and those after it, within its document."""
        first, last = place - length + 1, place + 1
        before, after = self.tokens[max(first - tokens, 0) : first], self.tokens[last : last + tokens]
        marks_before, marks_after = np.flatnonzero(before == self.end_id), np.flatnonzero(after == self.end_id)
        if len(marks_before):
            before = before[marks_before[-1] + 1 :]
        if len(marks_after):
            after = after[: marks_after[0]]
        return before.tolist(), after.tolist()

    def source(self, place: int) -> str:
        """Return the name of the source that a place is in."""
        names = list(self.sources)
        return names[int(np.searchsorted(np.cumsum(list(self.sources.values())), place, side="right"))]


_opening = Lock()  # whoever asks second waits for the first, instead of unpacking it again


def training_text(name: str, end_id: int, folder: Path = MODELS) -> TrainingText | None:
    """Return what a bundled model was trained on, read when it is first asked for and shared from then on.

    Args:
        name: of the model.
        end_id: the token at the end of a document.
        folder: where the models are.

    Returns:
        The text; None where there is none beside the model.

    Raises:
        ModelFolderError: if one of its files is damaged.
    """
    with _opening:
        return _opened(folder / name, end_id)


@cache
def _opened(home: Path, end_id: int) -> TrainingText | None:
    if not (home / TOKENS).is_file():
        return None
    sources = read(home / SOURCES, lambda path: json.loads(path.read_text("utf-8")))
    tokens = read(home / TOKENS, _unpacked)
    if len(tokens) != sum(sources.values()):
        raise ValueError(f"{TOKENS} has {len(tokens)} tokens, {SOURCES} says {sum(sources.values())}")
    return TrainingText.of(tokens, sources, end_id)


def _unpacked(path: Path) -> Array:
    """Unpack into a file without a name, which the system may put back on the disk where memory is short."""
    unpacked = lzma.decompress(path.read_bytes())
    with tempfile.TemporaryFile() as file:
        file.write(unpacked)
        file.flush()
        return np.memmap(file, "<u2", "r", shape=len(unpacked) // 2)
