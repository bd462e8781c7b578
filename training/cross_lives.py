"""Measure the life of each cross-attention head of `translate`: python -m training.cross_lives --data FOLDER.

Writes assets/models/translate/head_lives.json.gz, of the form of head_lives.json.gz of `story`. Every number is of
English sentences of the test part, which no training has seen and none was chosen by, with the French that the model
writes for them, greedily, as the app does. There

    a look      is what the row of a piece of French does while it is written, the end mark left out: its first choice
                is the piece of English with the largest weight
    rests       is the share of looks at the end mark of the English, where a head with nothing to bring rests; all else
                but the effect is of the others
    effect      is the loss of that French without the head less that with it, in nats a piece

The same files, seed and version of torch give the same numbers.
"""

import argparse
import copy
import gzip
import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from training.head_lives import mean_and_error
from training.head_roles import weights_sha256
from training.pairs import read
from transformer.bundled.folders import MODELS
from transformer.bundled.head_lives import file_of
from transformer.bundled.load import load
from transformer.bundled.translator import Translator
from transformer.seq2seq import DecoderBlock, Seq2Seq
from transformer.translation_trace import TranslationTrace

NAME = "translate"
SEED = 2026
SOURCES = ("tatoeba", "europarl", "storybooks")
SENTENCES = 300  # of each source at most
LEAST, MOST = 6, 40  # pieces of English, its end mark left out
BEST = 3  # looks that are kept: the sharpest of different pairs of pieces, and one of each decile
EFFECT = 120  # sentences


def held_out(translator: Translator, data: Path) -> tuple[list[str], dict[str, int]]:
    """English sentences in random order, and how many there are of each source."""
    random, found, counts = np.random.default_rng(SEED), list[str](), dict[str, int]()
    for source in SOURCES:
        english = list(dict.fromkeys(each for each, _ in read(source, data).test))
        fitting = [each for each in english if LEAST <= len(translator.tokenizer.encode(each)) <= MOST]
        kept = [fitting[place] for place in random.permutation(len(fitting))[:SENTENCES]]
        counts[source] = len(kept)
        found += kept
    return [found[place] for place in random.permutation(len(found))], counts


def losses_without(translator: Translator, layer: int, head: int, traces: list[TranslationTrace]) -> Float[Array, " n"]:
    """The mean loss of each translation without a head, in nats a piece."""
    silent = cast(Seq2Seq, copy.deepcopy(translator.model))
    d_head = silent.config.d_head
    output = cast(DecoderBlock, silent.decoder_blocks[layer]).cross_attention.output
    output.weight[:, head * d_head : (head + 1) * d_head] = 0  # what the head would add
    found = list[float]()
    for trace in traces:
        source, inputs, target = (
            torch.tensor([token.id for token in side]) for side in (trace.source, trace.inputs, trace.target)
        )
        found.append(float(torch.nn.functional.cross_entropy(silent(source, inputs), target)))
    return np.array(found)


def looks(traces: list[TranslationTrace], layer: int, head: int) -> tuple[Array, Array]:
    """Every look as [text, row, column], and its weight."""
    found, weights = list[tuple[int, int, int]](), list[float]()
    for text, trace in enumerate(traces):
        for row, each in enumerate(trace.pattern(layer, head)[:-1]):
            found.append((text, row, int(each.argmax())))
            weights.append(float(each.max()))
    return np.array(found), np.array(weights)


def measured(translator: Translator, traces: list[TranslationTrace], layer: int, head: int) -> dict[str, Any]:
    """Gather what the file says of a head, the looks that it keeps with places of `traces`."""
    every, weights = looks(traces, layer, head)
    ends = np.array([len(trace.source) - 1 for trace in traces])
    counted = np.flatnonzero(every[:, 2] < ends[every[:, 0]])
    order = counted[np.argsort(-weights[counted], kind="stable")]
    best, pairs, used = list[list[int]](), set[tuple[int, int]](), set[int]()
    for text, row, column in every[order].tolist():
        pair = traces[text].target[row].id, traces[text].source[column].id
        if pair not in pairs and text not in used:
            best.append([text, row, column])
            pairs.add(pair)
            used.add(text)
        if len(best) == BEST:
            break
    random = np.random.default_rng([SEED, layer, head])
    tenths = [random.choice(tenth, min(1, len(tenth)), replace=False) for tenth in np.array_split(order, 10)]
    whole = np.array([trace.losses.mean() for trace in traces[:EFFECT]])
    without = losses_without(translator, layer, head, traces[:EFFECT])
    weight = weights[counted]
    return {
        "layer": layer,
        "head": head,
        "effect": [round(float(each), 5) for each in mean_and_error(without - whole)],
        "sharpness": round(float(weight.mean()), 4),
        "rests": round(1 - len(counted) / len(every), 4),
        "edges": np.quantile(weight, np.linspace(1, 0, 11)).round(3).tolist(),
        "looked_at": shares(traces, layer, head),
        "looks": [best, *(every[tenth].tolist() for tenth in tenths)],
    }


def shares(traces: list[TranslationTrace], layer: int, head: int) -> list[list[Any]]:
    """The three pieces of English with most of the weight that is not on the end mark, and their shares of it."""
    found = dict[str, float]()
    for trace in traces:
        for token, weight in zip(trace.source[:-1], trace.pattern(layer, head)[:-1, :-1].sum(0).tolist(), strict=True):
            found[token.text.strip()] = found.get(token.text.strip(), 0.0) + weight
    total = sum(found.values())
    return [[text, round(found[text] / total, 4)] for text in sorted(found, key=lambda text: -found[text])[:3]]


def measure(translator: Translator, texts: list[str], counts: dict[str, int]) -> dict[str, Any]:
    """All that the file says but for the weights' checksum."""
    traces = [translator.translate(text, beams=1).trace for text in texts]
    n_layers, n_heads = len(traces[0].cross), len(traces[0].cross[0].pattern)
    heads = [measured(translator, traces, *place) for place in np.ndindex(n_layers, n_heads)]
    kept = dict[int, int]()
    for each in heads:
        each["weights"] = [
            [
                np.rint(100 * traces[text].pattern(each["layer"], each["head"])[row]).astype(int).tolist()
                for text, row, _ in group
            ]
            for group in each["looks"]
        ]
        each["looks"] = [
            [[kept.setdefault(text, len(kept)), *rest] for text, *rest in group] for group in each["looks"]
        ]
    about = {
        "split": "test",
        "sources": counts,
        "looks": sum(len(trace.target) - 1 for trace in traces),
        "effect_of": EFFECT,
        "seed": SEED,
    }
    return {
        "text": about,
        "loss": [
            round(each, 4) for each in mean_and_error(np.array([trace.losses.mean() for trace in traces[:EFFECT]]))
        ],
        "texts": [traces[text].source_text for text in kept],
        "targets": [traces[text].target_text for text in kept],
        "heads": heads,
    }


@torch.inference_mode()
def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the life of each cross-attention head of translate.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_fr_*.tsv.gz files")
    options = parser.parse_args()
    translator = load("translate")
    found = measure(translator, *held_out(translator, options.data))
    written = {"weights_sha256": weights_sha256(MODELS / NAME), **found}
    packed = gzip.compress(json.dumps(written, separators=(",", ":"), ensure_ascii=False).encode(), 9, mtime=0)
    file_of(NAME).write_bytes(packed)
    print(f"{sum(found['text']['sources'].values())} texts, {found['text']['looks']} looks, {len(packed) // 1000} kB")


if __name__ == "__main__":
    main()
