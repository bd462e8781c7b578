"""How much of each test set stands almost word for word in training: python -m training.near_duplicates --data DATA.

A sentence is a near duplicate when, contractions undone and case and punctuation left aside, a training sentence has
the same words, or one word replaced, added or left out. Lee et al. 2022 ("Deduplicating Training Data Makes Language
Models Better") tell why it matters. Of longer texts the share of runs of RUN words that training has too is counted.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from training import data, held_out, pairs
from training.alignment import read_alignments

COUNTS = Path(__file__).parent / "near_duplicates.json"
RUN = 8  # words in a row, of longer texts
# What is written out before the endings below; a name's 's may be a possessive, so only after these words is it "is".
CONTRACTIONS = {
    r"\bcan't\b|\bcannot\b": "can not",
    r"\bwon't\b": "will not",
    r"\bshan't\b": "shall not",
    r"\blet's\b": "let us",
    r"n't\b": " not",
    r"\b(it|he|she|that|this|what|who|where|here|there|how|when|why|everything|everyone)'s\b": r"\1 is",
    r"'m\b": " am",
    r"'re\b": " are",
    r"'ve\b": " have",
    r"'ll\b": " will",
    r"'d\b": " would",
}
Words = tuple[str, ...]


def words_of(text: str) -> Words:
    """The words of a text in small letters, contractions undone, without punctuation."""
    text = text.lower()
    for contracted, whole in CONTRACTIONS.items():
        text = re.sub(contracted, whole, text)
    return tuple(re.findall(r"\w+(?:'\w+)?", text))


def shorter(words: Words) -> Iterator[Words]:
    """The words with each of them left out in turn."""
    return (words[:at] + words[at + 1 :] for at in range(len(words)))


def with_gap(words: Words) -> Iterator[Words]:
    """The words with a gap in the place of each in turn: sentences that differ in one word share one of these."""
    return ((*words[:at], "", *words[at + 1 :]) for at in range(len(words)))


def nearness(tests: Iterable[str], training: Iterable[str]) -> dict[str, int]:
    """For each test sentence that is near: how many words lie between it and the nearest training sentence, 0 or 1."""
    whole: dict[Words, set[str]] = {}
    for sentence in tests:
        whole.setdefault(words_of(sentence), set()).add(sentence)
    gaps: dict[Words, set[Words]] = {}  # what a training sentence with one word replaced, or left out, has in common
    for words in whole:
        for pattern in (*with_gap(words), *shorter(words)):
            gaps.setdefault(pattern, set()).add(words)
    found: dict[Words, int] = {}
    for words in {words_of(sentence) for sentence in training}:
        if words in whole:
            found[words] = 0
        one_away = set().union(*(gaps.get(pattern, ()) for pattern in (words, *with_gap(words))))
        for other in one_away | {less for less in shorter(words) if less in whole}:
            found.setdefault(other, 1)
    return {sentence: apart for words, apart in found.items() for sentence in whole[words]}


def runs(text: str, length: int = RUN) -> set[Words]:
    """Every `length` words in a row of a text."""
    words = words_of(text)
    return {words[start : start + length] for start in range(len(words) - length + 1)}


def counts() -> dict[str, dict[str, Any]]:
    """Read the counts from the file."""
    return json.loads(COUNTS.read_text(encoding="utf-8"))


def _of_translators(folder: Path) -> dict[str, Any]:
    """The test split, which all translators share, and the hand-aligned pairs."""
    parts = [pairs.read(source, folder) for source in pairs.SOURCES]
    training, test = ([pair for part in parts for pair in getattr(part, name)] for name in ("train", "test"))
    english = [pair[0] for pair in training]
    french = {words_of(pair[1]) for pair in training}
    near = nearness({pair[0] for pair in test}, english)
    aligned = [pair.english for pair in read_alignments()]
    near_aligned = nearness(aligned, english)
    return {
        "sentences": len({pair[0] for pair in test}),
        "near": len(near),
        "same_words": sum(apart == 0 for apart in near.values()),
        "reference_in_training": len({english for english, said in test if words_of(said) in french}),
        "aligned": len(aligned),
        "aligned_near": len(near_aligned),
        "aligned_same_words": sum(apart == 0 for apart in near_aligned.values()),
    }


def _of_story(folder: Path) -> dict[str, Any]:
    """Held-out sentences near to a training sentence, and how far held-out texts share their runs with training."""
    splits = {source: data.read(source, folder) for source in data.MIX}
    found: dict[str, Any] = {}
    for source in data.ONE_SENTENCE_A_LINE:
        sentences = [document[0] for document in splits[source].validation]
        near = nearness(sentences, (document[0] for document in splits[source].train))
        found[source] = {"sentences": len(sentences), "near": sum(sentence in near for sentence in sentences)}
    texts = {
        source: [runs("\n".join(document)) for document in split.validation]
        for source, split in splits.items()
        if source not in data.ONE_SENTENCE_A_LINE
    }
    wanted = set().union(*(own for documents in texts.values() for own in documents))
    trained = {
        run for split in splits.values() for document in split.train for run in runs("\n".join(document)) & wanted
    }
    for source, documents in texts.items():
        shares = [len(own & trained) / len(own) for own in documents]
        found[source] = {
            "texts": len(shares),
            "mean_share": round(sum(shares) / len(shares), 4),
            "over_half": sum(share > 0.5 for share in shares),
        }
    return found


def _of_held_out(folder: Path) -> dict[str, dict[str, Any]]:
    """The project's own held-out texts: sentences that are near to a training one or share held_out.RUN words."""
    trained = {
        source: [part for document in data.read(source, folder).train for part in document] for source in data.MIX
    }
    lines = [sentence for source in data.ONE_SENTENCE_A_LINE for sentence in trained[source]]
    everything = "\n".join(part for parts in trained.values() for part in parts)
    return {
        name: {
            "sentences": len(sentences),
            "near": len(nearness(sentences, lines)),
            "shared_runs": sorted(held_out.shared_runs(sentences, everything)),
        }
        for name, sentences in (
            ("noun_phrases", held_out.noun_phrase_sentences()),
            ("plain_sentences", held_out.plain_sentences()),
            ("sentences_in_registers", held_out.in_registers()),
            ("easy_sentences", held_out.easy()),
        )
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.gz and en_fr_*.gz files")
    folder = parser.parse_args().data
    found = {"translators": _of_translators(folder), "story": _of_story(folder), "held_out": _of_held_out(folder)}
    text = json.dumps(found, indent=1)
    print(text)
    COUNTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
