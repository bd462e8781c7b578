"""Score a bundled translator on the test split: python -m training.translation_scores NAME --data DATA."""

import argparse
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, cast

import numpy as np
import sacrebleu
from jaxtyping import Float
from numpy import ndarray as Array
from tqdm import tqdm

from training.bootstrap import drawn, middle
from training.head_roles import write_measured
from training.near_duplicates import nearness
from training.pairs import SOURCES, Pair, read
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import SCORES

BEAMS = (1, 4)
BY_SENTENCE = sacrebleu.BLEU(effective_order=True)  # for its counts of runs, which are summed over sentences


def references(pairs: list[Pair]) -> dict[str, list[str]]:
    """Every French version of each English sentence."""
    found: dict[str, list[str]] = {}
    for english, french in pairs:
        found.setdefault(english, []).append(french)
    return found


def bleu(translations: dict[str, str], versions: dict[str, list[str]]) -> float:
    """Corpus BLEU of the translations of some sentences, each with as many references as it has versions."""
    most = max(map(len, versions.values()))
    # None stands for a missing reference, which the library's types do not tell.
    columns: list[list[Any]] = [
        [each[place] if place < len(each) else None for each in versions.values()] for place in range(most)
    ]
    return sacrebleu.BLEU().corpus_score([translations[english] for english in versions], columns).score


def interval(translations: dict[str, str], versions: dict[str, list[str]]) -> tuple[float, float]:
    """Between what the BLEU lies in 95 of 100 draws of as many of the sentences (bootstrap)."""
    scored = [BY_SENTENCE.sentence_score(translations[english], found) for english, found in versions.items()]
    counts = np.array([(*each.counts, *each.totals, each.sys_len, each.ref_len) for each in scored])
    of_draws = [
        sacrebleu.BLEU.compute_bleu(row[:4].tolist(), row[4:8].tolist(), int(row[8]), int(row[9])).score
        for row in drawn(len(counts)) @ counts
    ]
    return middle(np.array(of_draws), 2)


def losses_of(translator: Translator, pairs: list[Pair], *, ends: bool = True) -> Float[Array, " token"]:
    """Nats for each French token with the French before it given.

    Without `ends` end marks are left out: their share falls as texts grow, and they are easier than other tokens.
    """
    losses = [translator.trace(english, french).losses for english, french in pairs]
    return np.concatenate(losses if ends else [each[:-1] for each in losses])


def score(translator: Translator, pairs: dict[str, list[Pair]], near: Collection[str]) -> dict:
    """Measure what scores.json holds; `near` are the English sentences that are almost word for word in training."""
    everything = [pair for source in pairs.values() for pair in source]
    versions = references(everything)
    parts = {
        "": versions,
        "_near": {english: found for english, found in versions.items() if english in near},
        "_apart": {english: found for english, found in versions.items() if english not in near},
    }
    losses = {source: losses_of(translator, part) for source, part in tqdm(pairs.items(), desc="loss") if part}
    together = np.concatenate(list(losses.values()))
    scores: dict = {
        "sentences": len(versions),
        "near_duplicates": len(parts["_near"]),
        "pairs": {source: len(part) for source, part in pairs.items()},
        "french_tokens": len(together),
        "loss": round(float(together.mean()), 4),
        "loss_by_source": {source: round(float(each.mean()), 4) for source, each in losses.items()},
    }
    for beams in BEAMS:
        results = {english: translator.translate(english, beams) for english in tqdm(versions, desc=f"beam {beams}")}
        written = {english: result.text for english, result in results.items()}
        for name, part in parts.items():
            scores[f"bleu_beam_{beams}{name}"] = round(bleu(written, part), 2) if part else None
            scores[f"bleu_beam_{beams}{name}_interval"] = interval(written, part) if part else None
        scores[f"bleu_beam_{beams}_by_source"] = {
            source: round(bleu(written, references(part)), 2) for source, part in pairs.items() if part
        }
        scores[f"stopped_beam_{beams}"] = sum(result.stopped is not None for result in results.values())
    scores["bleu_signature"] = f"nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:{sacrebleu.__version__}"
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_fr_*.tsv.gz files")
    options = parser.parse_args()
    translator = cast(Translator, load(options.name))
    parts = {source: read(source, options.data) for source in SOURCES}
    pairs = {source: part.test for source, part in parts.items()}
    training = (english for part in parts.values() for english, _ in part.train)
    near = nearness((english for part in pairs.values() for english, _ in part), training)
    scores = score(translator, pairs, near)
    print(json.dumps(scores, indent=1))
    write_measured(MODELS / options.name, SCORES, scores)


if __name__ == "__main__":
    main()
