"""How well a pattern of attention aligns the words of a sentence and its translation, against links made by hand."""

from dataclasses import dataclass
from typing import Literal

from jaxtyping import Float
from numpy import ndarray as Array

Link = tuple[int, int]  # a source word and a target word, counted from 0

# Which row of a pattern speaks for a target word: the row that writes it, or the row that has just read it, one later.
Reading = Literal["writing", "reading"]


def hard_links(pattern: Float[Array, "target_word source_word"]) -> frozenset[Link]:
    """For each target word the source word with the largest weight."""
    return frozenset((int(row.argmax()), target) for target, row in enumerate(pattern))


def error_rate(drawn: list[frozenset[Link]], sure: list[frozenset[Link]], possible: list[frozenset[Link]]) -> float:
    """The alignment error rate over all sentences, from 0 to 1 (Och and Ney 2003, section 3.1).

    AER = 1 - (|A & S| + |A & P|) / (|A| + |S|), for found links A, sure links S, and possible links P, which
    hold the sure ones.
    """
    hits = sum(
        len(links & sure_links) + len(links & possible_links)
        for links, sure_links, possible_links in zip(drawn, sure, possible, strict=True)
    )
    return 1 - hits / sum(len(links) + len(sure_links) for links, sure_links in zip(drawn, sure, strict=True))


@dataclass(frozen=True)
class HeadAlignment:
    """How well one head aligns; head None is the mean of the layer's heads."""

    layer: int
    head: int | None
    writing: float  # alignment error rate when a row speaks for the word it writes
    writing_interval: tuple[float, float]  # between what that lies in 95 of 100 draws of the pairs
    reading: float  # and when it speaks for the word it has just read
    entropy: float  # of a row, in nats, on average: 0 where it looks at one token
    end_mark: float  # weight that a row puts on the mark at the end of the source, on average


class MeasuredAlignment:
    """The alignment error rates of a translator, read from alignment.json beside the weights.

    A model without measurements has none, and its first head counts as the best.
    """

    def __init__(self, measured: dict) -> None:
        self.measured = measured
        self.heads = tuple(
            HeadAlignment(**entry | {"writing_interval": tuple(entry["writing_interval"])})
            for entry in measured.get("heads", ())
        )

    def of(self, layer: int, head: int | None) -> HeadAlignment | None:
        """The rates of one head, or of the mean of a layer's heads; None where nothing was measured."""
        return next((measured for measured in self.heads if (measured.layer, measured.head) == (layer, head)), None)

    @property
    def best(self) -> tuple[int, int]:
        """The (layer, head) that aligns best by the words it writes: the picture with rows as they are."""
        single = [measured for measured in self.heads if measured.head is not None]
        if not single:
            return 0, 0
        closest = min(single, key=lambda measured: measured.writing)
        return closest.layer, int(closest.head or 0)
