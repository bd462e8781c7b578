"""How quality falls with the length of the English: python -m training.length_scores NAME --data DATA.

After the figures of Cho et al. 2014 ("On the Properties of Neural Machine Translation", figure 4) and Bahdanau et al.
2015 (figure 2). Two tests, both on Tatoeba's test split and greedy: sentences by their number of words, and the same
short sentences one at a time, two in a row, three in a row and so on, so that only the length is different.
"""

import argparse
import json
import random
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import cast

import torch
from sacrebleu import BLEU

from training.head_roles import write_measured
from training.near_duplicates import nearness
from training.pairs import SOURCES, Pair, read
from training.translation_scores import bleu, interval, losses_of, references
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import LENGTHS

BUCKETS = ((1, 4), (5, 8), (9, 12), (13, 40))  # least and most English words; the split has none of more than 19
IN_A_ROW = (1, 2, 3, 4, 5, 6)  # with 8 in a row some French would not fit the models
SHORT = (4, 8)  # words of a sentence that is put in a row with others
N_SHORT = 480  # sentences, divisible by every number in a row


def n_words(english: str) -> int:
    """How many words the sentence has, by its blanks."""
    return len(english.split())


def greedy(translator: Translator, sentences: Iterable[str]) -> dict[str, str]:
    """The greedy translation of each sentence."""
    return {english: translator.translate(english, beams=1).text for english in sentences}


def by_words(translator: Translator, pairs: list[Pair], near: Collection[str]) -> list[dict]:
    """Sentences in buckets by their number of words; every French version of each is a reference.

    How many of them are in `near`, that is stand almost word for word in training, is counted: short ones do oftener.
    """
    scores = []
    for least, most in BUCKETS:
        versions = {english: found for english, found in references(pairs).items() if least <= n_words(english) <= most}
        written = greedy(translator, versions)
        chosen = [(english, french) for english, found in versions.items() for french in found]
        scores.append(
            {"least": least, "most": max(map(n_words, versions)), "sentences": len(versions)}
            | {"near": sum(english in near for english in versions)}
            | _measured(translator, chosen)
            | {"bleu": round(bleu(written, versions), 2), "bleu_interval": interval(written, versions)}
        )
    return scores


def short_pairs(pairs: list[Pair]) -> list[Pair]:
    """Whole sentences of few words, each with the first of its French versions, drawn once and for all."""
    least, most = SHORT
    whole = [
        (english, found[0])
        for english, found in references(pairs).items()
        if least <= n_words(english) <= most and english[-1] in ".!?" and found[0][-1] in ".!?"
    ]
    return random.Random(2026).sample(whole, N_SHORT)


def in_rows(short: list[Pair], count: int) -> list[Pair]:
    """Join so many sentences in a row with a blank between, on both sides."""
    rows = [short[start : start + count] for start in range(0, len(short), count)]
    return [(" ".join(english for english, _ in row), " ".join(french for _, french in row)) for row in rows]


def joined(translator: Translator, short: list[Pair]) -> list[dict]:
    """The short sentences, more and more of them in a row; one reference each, the rows of theirs."""
    scores = []
    for count in IN_A_ROW:
        rows = in_rows(short, count)
        written = greedy(translator, dict(rows))
        found = BLEU().corpus_score([written[english] for english, _ in rows], [[french for _, french in rows]])
        scores.append(
            {"in_a_row": count, "texts": len(rows)}
            | _measured(translator, rows)
            | {"bleu": round(found.score, 2), "bleu_interval": interval(written, references(rows))}
            | {"length_ratio": round(found.sys_len / found.ref_len, 3)}
        )
    return scores


def _measured(translator: Translator, pairs: list[Pair]) -> dict:
    losses = losses_of(translator, pairs, ends=False)
    words = [n_words(english) for english in dict(pairs)]
    return {
        "words": round(sum(words) / len(words), 2),  # of an English text, on average
        "french_tokens": len(losses),
        "loss": round(float(losses.mean()), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_fr_*.tsv.gz files")
    options = parser.parse_args()
    torch.set_num_threads(1)  # a token at a time is too little work to share
    translator = cast(Translator, load(options.name))
    pairs, short = (tatoeba := read("tatoeba", options.data)).test, short_pairs(tatoeba.test)
    near = nearness(dict(pairs), (english for source in SOURCES for english, _ in read(source, options.data).train))
    scores = {
        "by_words": by_words(translator, pairs, near),
        "short_words": SHORT,
        "short_near": sum(english in near for english, _ in short),
        "joined": joined(translator, short),
    }
    print(json.dumps(scores, indent=1))
    write_measured(MODELS / options.name, LENGTHS, scores)


if __name__ == "__main__":
    main()
