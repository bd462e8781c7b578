"""How quality falls with the length of the English: python -m training.length_scores NAME --data DATA.

After the figures of Cho et al. 2014 ("On the Properties of Neural Machine Translation", figure 4) and Bahdanau et al.
2015 (figure 2). Two tests, both on Tatoeba's test split and greedy: sentences by their number of words, and the same
short sentences one at a time, two in a row, three in a row and so on, so that only the length is different.
"""

import argparse
import json
import random
from pathlib import Path
from typing import cast

import numpy as np
import torch
from sacrebleu import BLEU
from tqdm import tqdm

from training.head_roles import weights_sha256
from training.pairs import Pair, read
from training.translation_scores import bleu, references
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import LENGTHS

BUCKETS = ((1, 4), (5, 8), (9, 12), (13, 40))  # least and most English words; the split has none of more than 19
IN_A_ROW = (1, 2, 3, 4, 6, 8)
SHORT = (4, 8)  # words of a sentence that is put in a row with others
N_SHORT = 480  # sentences, divisible by every number in a row


def n_words(english: str) -> int:
    """How many words the sentence has, by its blanks."""
    return len(english.split())


def by_words(translator: Translator, pairs: list[Pair]) -> list[dict]:
    """Sentences in buckets by their number of words; every French version of each is a reference."""
    scores = []
    for least, most in BUCKETS:
        versions = {english: found for english, found in references(pairs).items() if least <= n_words(english) <= most}
        written = _written(translator, list(versions), f"{least} to {most} words")
        chosen = [(english, french) for english, found in versions.items() for french in found]
        scores.append(
            {"least": least, "most": max(map(n_words, versions)), "sentences": len(versions)}
            | _measured(translator, chosen)
            | {"bleu": round(bleu(written, versions), 2)}
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
    """The same sentences, so many in a row with a blank between, on both sides."""
    rows = [short[start : start + count] for start in range(0, len(short), count)]
    return [(" ".join(english for english, _ in row), " ".join(french for _, french in row)) for row in rows]


def joined(translator: Translator, short: list[Pair]) -> list[dict]:
    """The short sentences, more and more of them in a row; one reference each, the rows of theirs."""
    scores = []
    for count in IN_A_ROW:
        rows = in_rows(short, count)
        written = _written(translator, [english for english, _ in rows], f"{count} in a row")
        found = BLEU().corpus_score([written[english] for english, _ in rows], [[french for _, french in rows]])
        scores.append(
            {"in_a_row": count, "texts": len(rows)}
            | _measured(translator, rows)
            | {"bleu": round(found.score, 2), "length_ratio": round(found.sys_len / found.ref_len, 3)}
        )
    return scores


def _written(translator: Translator, sentences: list[str], title: str) -> dict[str, str]:
    return {english: translator.translate(english, beams=1).text for english in tqdm(sentences, desc=title)}


def _measured(translator: Translator, pairs: list[Pair]) -> dict:
    """Mean words of the English, and nats a French token with the French before it given, end marks left out."""
    traces = [translator.trace(english, french) for english, french in pairs]
    if any(trace.source_dropped or trace.target_dropped for trace in traces):
        raise ValueError("a text of the test does not fit the model")
    losses = np.concatenate([trace.losses[:-1] for trace in traces])
    words = [n_words(english) for english in dict(pairs)]
    return {
        "words": round(sum(words) / len(words), 2),
        "french_tokens": len(losses),
        "loss": round(float(losses.mean()), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_fr_*.tsv.gz files")
    options = parser.parse_args()
    torch.set_num_threads(1)  # a token at a time is too little work to share
    home = MODELS / options.name
    translator = cast(Translator, load(options.name))
    pairs = read("tatoeba", options.data).test
    scores = {
        "weights_sha256": weights_sha256(home),
        "by_words": by_words(translator, pairs),
        "joined": joined(translator, short_pairs(pairs)),
    }
    text = json.dumps(scores, indent=1)
    print(text)
    (home / LENGTHS).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
