"""How well a bundled translator aligns words: python -m training.alignment NAME writes alignment.json beside it.

For each hand-aligned pair of teaching/alignments.tsv the model reads the given French; for each French word a head's
link is the English word with the largest weight. Two readings of a row are tried: it speaks for the word that it
writes, or for the word that it has just read (Chen et al. 2020 found the second better in some layers).
"""

import argparse
from dataclasses import dataclass
from typing import cast

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from training.bootstrap import drawn, middle
from training.data import TEACHING
from training.head_roles import write_measured
from transformer.bundled.alignment import Link, Reading, error_rate, hard_links
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import ALIGNMENT
from transformer.softmax import entropy
from transformer.translation_trace import TranslationTrace
from transformer.words import Word, merge_to_words, split_words

ALIGNMENTS = TEACHING / "alignments.tsv"


@dataclass(frozen=True)
class AlignedPair:
    """A sentence, its translation, and which of their words belong together."""

    english: str
    french: str
    sure: frozenset[Link]
    possible: frozenset[Link]  # the sure ones and more


def read_alignments() -> list[AlignedPair]:
    """The hand-aligned pairs.

    Raises:
        ValueError: if a link names a word that its sentence does not have.
    """
    pairs = []
    for line in ALIGNMENTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        english, french, *columns = line.split("\t")
        sure, more = (frozenset(_link(link) for link in column.split()) for column in columns)
        n_english, n_french = len(split_words(english)), len(split_words(french))
        if not all(link[0] < n_english and link[1] < n_french for link in sure | more):
            raise ValueError(f"a link goes past the {n_english} and {n_french} words of: {english}")
        pairs.append(AlignedPair(english, french, sure, sure | more))
    return pairs


def _link(text: str) -> Link:
    english, french = text.split("-")
    return int(english), int(french)


def between_words(
    trace: TranslationTrace, pattern: Float[Array, "target source"], reading: Reading
) -> Float[Array, "target_word source_word"]:
    """The pattern from French word to English word, the marks left out on both sides."""
    rows = trace.target_words[:-1]
    if reading == "reading":  # the row that has read a token stands one below the row that writes it
        rows = tuple(Word(word.text, word.start, word.end, tuple(at + 1 for at in word.tokens)) for word in rows)
    return merge_to_words(pattern, rows, trace.source_words[:-1])


def measure(translator: Translator, pairs: list[AlignedPair]) -> dict:
    """Measure what alignment.json holds: the error rate of every head, and of the mean of each layer's heads."""
    traces = [translator.trace(pair.english, pair.french) for pair in pairs]

    def links(layer: int, head: int | None, reading: Reading) -> list[frozenset[Link]]:
        return [hard_links(between_words(trace, trace.pattern(layer, head), reading)) for trace in traces]

    def measured(layer: int, head: int | None) -> dict:
        patterns = [trace.pattern(layer, head) for trace in traces]
        written = links(layer, head, "writing")
        return {
            "layer": layer,
            "head": head,
            "writing": _rate(written, pairs),
            "writing_interval": interval(written, pairs),
            "reading": _rate(links(layer, head, "reading"), pairs),
            "entropy": round(float(np.concatenate([entropy(pattern) for pattern in patterns]).mean()), 4),
            "end_mark": round(float(np.concatenate([pattern[:, -1] for pattern in patterns]).mean()), 4),
        }

    heads = [
        measured(layer, head)
        for layer, cross in enumerate(traces[0].cross)
        for head in (*range(len(cross.pattern)), None)
    ]
    return {
        "pairs": len(pairs),
        "sure_links": sum(len(pair.sure) for pair in pairs),
        "possible_links": sum(len(pair.possible) for pair in pairs),
        "chance": _chance(pairs),
        "diagonal": _diagonal(pairs),
        "heads": heads,
    }


def _rate(found: list[frozenset[Link]], pairs: list[AlignedPair]) -> float:
    return round(error_rate(found, [pair.sure for pair in pairs], [pair.possible for pair in pairs]), 4)


def interval(found: list[frozenset[Link]], pairs: list[AlignedPair]) -> tuple[float, float]:
    """Between what the error rate lies in 95 of 100 draws of as many of the pairs (bootstrap)."""
    hits = [len(links & pair.sure) + len(links & pair.possible) for links, pair in zip(found, pairs, strict=True)]
    most = [len(links) + len(pair.sure) for links, pair in zip(found, pairs, strict=True)]
    times = drawn(len(pairs))
    return middle(1 - (times @ hits) / (times @ most), 4)


def _chance(pairs: list[AlignedPair]) -> float:
    """The error rate of links drawn at random, the mean of 100 draws: what a head without any idea would get."""
    random = np.random.default_rng(2026)
    rates = []
    for _ in range(100):
        drawn = [
            frozenset(
                (int(random.integers(len(split_words(pair.english)))), at)
                for at in range(len(split_words(pair.french)))
            )
            for pair in pairs
        ]
        rates.append(error_rate(drawn, [pair.sure for pair in pairs], [pair.possible for pair in pairs]))
    return round(float(np.mean(rates)), 4)


def _diagonal(pairs: list[AlignedPair]) -> float:
    """The error rate of linking each French word to the English word at the same share of the sentence."""
    found = []
    for pair in pairs:
        n_english, n_french = len(split_words(pair.english)), len(split_words(pair.french))
        found.append(frozenset((round(at * (n_english - 1) / max(n_french - 1, 1)), at) for at in range(n_french)))
    return _rate(found, pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    options = parser.parse_args()
    measured = measure(cast(Translator, load(options.name)), read_alignments())
    for head in measured["heads"]:
        print(head)
    print({key: value for key, value in measured.items() if key != "heads"})
    write_measured(MODELS / options.name, ALIGNMENT, measured)


if __name__ == "__main__":
    main()
