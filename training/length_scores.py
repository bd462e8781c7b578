"""How quality falls with the length of the English: python -m training.length_scores NAME --data DATA.

After the figures of Cho et al. 2014 ("On the Properties of Neural Machine Translation", figure 4) and Bahdanau et al.
2015 (figure 2). Two tests, both on Tatoeba's test split and greedy: sentences by their number of words, and the same
short sentences one at a time, two in a row, three in a row and so on, so that only the length is different.
"""

import argparse
import json
import random
from collections.abc import Collection
from pathlib import Path
from typing import cast

import torch
from jaxtyping import Float
from numpy import ndarray as Array
from sacrebleu import BLEU
from torch.nn.functional import cross_entropy

from training.greedy import translate_all
from training.head_roles import weights_sha256
from training.near_duplicates import nearness
from training.pairs import SOURCES, Batches, Encoded, Pair, read
from training.translation_scores import bleu, interval, references
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import LENGTHS

BUCKETS = ((1, 4), (5, 8), (9, 12), (13, 40))  # least and most English words; the split has none of more than 19
IN_A_ROW = (1, 2, 3, 4, 5, 6)  # with 8 in a row some French would not fit the models
SHORT = (4, 8)  # words of a sentence that is put in a row with others
TOKENS = 4000  # in one pass
N_SHORT = 480  # sentences, divisible by every number in a row


def n_words(english: str) -> int:
    """How many words the sentence has, by its blanks."""
    return len(english.split())


def by_words(translator: Translator, pairs: list[Pair], near: Collection[str]) -> list[dict]:
    """Sentences in buckets by their number of words; every French version of each is a reference.

    How many of them are in `near`, that is stand almost word for word in training, is counted: short ones do oftener.
    """
    scores = []
    for least, most in BUCKETS:
        versions = {english: found for english, found in references(pairs).items() if least <= n_words(english) <= most}
        written = translate_all(translator, list(versions))
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
        written = translate_all(translator, [english for english, _ in rows])
        found = BLEU().corpus_score([written[english] for english, _ in rows], [[french for _, french in rows]])
        scores.append(
            {"in_a_row": count, "texts": len(rows)}
            | _measured(translator, rows)
            | {"bleu": round(found.score, 2), "bleu_interval": interval(written, references(rows))}
            | {"length_ratio": round(found.sys_len / found.ref_len, 3)}
        )
    return scores


@torch.inference_mode()
def losses_of(translator: Translator, pairs: list[Pair]) -> Float[Array, " token"]:
    """Nats for each French token with the French before it given, end marks left out.

    Their share falls as texts grow, and they are easier than other tokens.

    Raises:
        ValueError: if a text does not fit the model.
    """
    tokenizer = translator.tokenizer
    padding_id = cast(int, tokenizer.padding_id)
    encoded = Encoded.of(pairs, tokenizer, translator.config.max_tokens)
    if len(encoded.sources) < len(pairs):
        raise ValueError(f"a text of the test has more than {translator.config.max_tokens} tokens")
    losses = []
    for batch in Batches(encoded, TOKENS, padding_id, seed=0).all():
        target = torch.from_numpy(batch.target)
        logits = translator.model(torch.from_numpy(batch.source), target[:, :-1])
        each = cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), reduction="none")
        losses.append(each[~torch.isin(target[:, 1:].flatten(), torch.tensor([padding_id, tokenizer.end_id]))])
    return torch.cat(losses).numpy()


def _measured(translator: Translator, pairs: list[Pair]) -> dict:
    losses = losses_of(translator, pairs)
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
    home = MODELS / options.name
    translator = cast(Translator, load(options.name))
    pairs, short = (tatoeba := read("tatoeba", options.data)).test, short_pairs(tatoeba.test)
    near = nearness(dict(pairs), (english for source in SOURCES for english, _ in read(source, options.data).train))
    scores = {
        "weights_sha256": weights_sha256(home),
        "by_words": by_words(translator, pairs, near),
        "short_words": SHORT,
        "short_near": sum(english in near for english, _ in short),
        "joined": joined(translator, short),
    }
    text = json.dumps(scores, indent=1)
    print(text)
    (home / LENGTHS).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
