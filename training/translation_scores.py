"""Score a bundled translator on the test split: python -m training.translation_scores NAME --data DATA."""

import argparse
import json
from pathlib import Path
from typing import cast

import sacrebleu
from tqdm import tqdm

from training.head_roles import weights_sha256
from training.pairs import SOURCES, Pair, read
from transformer.folder import MODELS
from transformer.pretrained import load
from transformer.translator import Translator
from transformer.translator_folder import SCORES

BEAMS = (1, 4)


def references(pairs: list[Pair]) -> dict[str, list[str]]:
    """Every French version of each English sentence."""
    found: dict[str, list[str]] = {}
    for english, french in pairs:
        found.setdefault(english, []).append(french)
    return found


def bleu(translations: list[str], versions: list[list[str]]) -> float:
    """Corpus BLEU with as many references as each sentence has."""
    most = max(map(len, versions))
    columns = [[each[place] if place < len(each) else None for each in versions] for place in range(most)]
    return sacrebleu.BLEU().corpus_score(translations, columns).score


def mean_loss(translator: Translator, pairs: list[Pair]) -> tuple[float, int]:
    """Nats a French token with the French before it given, end marks included, and how many tokens that is over."""
    total, tokens = 0.0, 0
    for english, french in pairs:
        losses = translator.trace(english, french).losses
        total += float(losses.sum())
        tokens += len(losses)
    return total / tokens, tokens


def score(translator: Translator, pairs: dict[str, list[Pair]]) -> dict:
    """What scores.json holds."""
    everything = [pair for source in pairs.values() for pair in source]
    versions = references(everything)
    loss, tokens = mean_loss(translator, everything)
    scores: dict = {
        "sentences": len(versions),
        "pairs": {source: len(part) for source, part in pairs.items()},
        "french_tokens": tokens,
        "loss": round(loss, 4),
        "loss_by_source": {source: round(mean_loss(translator, part)[0], 4) for source, part in pairs.items() if part},
    }
    for beams in BEAMS:
        results = [translator.translate(english, beams) for english in tqdm(versions, desc=f"beam {beams}")]
        found = bleu([result.text for result in results], list(versions.values()))
        scores[f"bleu_beam_{beams}"] = round(found, 2)
        scores[f"stopped_beam_{beams}"] = sum(result.stopped is not None for result in results)
    scores["bleu_signature"] = f"nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:{sacrebleu.__version__}"
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_fr_*.tsv.gz files")
    parser.add_argument("--part", default="test", choices=["test", "validation"])
    parser.add_argument("--limit", type=int, help="pairs of each source, for a quick look; nothing is written")
    options = parser.parse_args()
    translator = cast(Translator, load(options.name))
    pairs = {source: getattr(read(source, options.data), options.part)[: options.limit] for source in SOURCES}
    scores = score(translator, pairs)
    print(json.dumps(scores, indent=1))
    if options.part == "test" and options.limit is None:
        home = MODELS / options.name
        scores = {"weights_sha256": weights_sha256(home)} | scores
        (home / SCORES).write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
