"""The text that a bundled model was trained on, and the longest end of another text that stands in it.

A table of such ends is what attention is not: it knows nothing of a sentence that nobody wrote before.

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
from typing import NamedTuple

import numpy as np
from jaxtyping import Int32, UInt16
from numpy import ndarray as Array

from transformer.bundled.folders import MODELS, read
from transformer.bundled.load import LanguageModel
from transformer.tokenizer import Tokenizer

TOKENS, SOURCES, NOTICE = "training_text.u16.xz", "training_text.json", "TRAINING_TEXT.md"
_SHOWN, _WORDS = 5, 8  # places that are shown, and the words at each side of one
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


def training_text(name: str, end_id: int) -> TrainingText | None:
    """Return what a bundled model was trained on, read when it is first asked for and shared from then on.

    Args:
        name: of the model.
        end_id: the token at the end of a document.

    Returns:
        The text; None where there is none beside the model.

    Raises:
        ModelFolderError: if one of its files is damaged.
    """
    with _opening:
        return _opened(MODELS / name, end_id)


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


class ReadPlace(NamedTuple):
    """One place of the training text: up to eight words before the end that was read, and after it, spaces included."""

    before: str
    after: str
    source: str  # "tinystories"


class ReadEnd(NamedTuple):
    """The longest end of a text that stands in the training text; of the empty one nothing does."""

    end: str
    length: int  # in tokens
    times: int
    followed: tuple[tuple[str, int], ...]  # the tokens that came after it and how often, the most frequent first
    ids: tuple[tuple[int, int], ...]  # the same by their ids
    places: tuple[ReadPlace, ...]

    def __repr__(self) -> str:
        after = ", ".join(f"{token.strip() or token!r} {times}" for token, times in self.followed[:3])
        return f"<read {self.times} times: {self.end!r}, then {after or 'nothing'}>"


def read_end(model: object, ids: Sequence[int]) -> ReadEnd:
    """Look up the longest end of a text that the model was trained on.

    Args:
        model: a bundled language model.
        ids: the tokens of the text.

    Returns:
        The end, how often it was read, what followed it, and places where it stands, from one end of the training text
        to the other.

    Raises:
        ValueError: if the text that the model was trained on is not beside it.
    """
    text, tokenizer = _read_by(model)
    places, length = text.ends_with(ids)
    ids_after = tuple((id, times) for id, times in text.followed(places).items() if id != text.end_id)
    shown = np.linspace(0, len(places) - 1, min(_SHOWN, len(places))).astype(int)
    few = np.partition(places, shown)[shown] if len(places) else places  # to sort a million takes longer than all else
    return ReadEnd(
        tokenizer.decode(list(ids[len(ids) - length :])),
        length,
        len(places),
        tuple((tokenizer.text_of(id), times) for id, times in ids_after),
        ids_after,
        tuple(_place(text, tokenizer, int(place), length) for place in few),
    )


def times_read(model: object, text: str) -> int:
    """Count how often a text stands in what the model was trained on. ValueError as by `read_end`."""
    read, tokenizer = _read_by(model)
    places, length = read.ends_with(ids := tokenizer.ids(text))
    return len(places) if length == len(ids) else 0


def _read_by(model: object) -> tuple[TrainingText, Tokenizer]:
    if isinstance(model, LanguageModel) and (text := training_text(model.name, model.tokenizer.end_id)):
        return text, model.tokenizer
    name = getattr(model, "name", "this model")
    raise ValueError(f"Nobody can say what {name} has read: the text that it was trained on is not here.")


def _place(text: TrainingText, tokenizer: Tokenizer, place: int, length: int) -> ReadPlace:
    before, after = text.around(place, length)
    end = text.tokens[place - length + 1 : place + 1].tolist()
    whole, until = tokenizer.decode([*before, *end, *after]), tokenizer.decode([*before, *end])
    earlier, later = until.removesuffix(tokenizer.decode(end).lstrip()), whole.removeprefix(until)
    words = " ".join(earlier.split()[-_WORDS:]), " ".join(later.split()[:_WORDS])
    return ReadPlace(words[0] + " " * earlier.endswith(" "), " " * later.startswith(" ") + words[1], text.source(place))
