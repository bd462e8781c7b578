"""Measure the whole life of each head of `story`, or of SmolLM2: python -m training.head_lives --data FOLDER.

Writes the file that `transformer.bundled.head_lives` reads: assets/models/story/head_lives.json.gz, or with --model
SmolLM2 transformer/real/SmolLM2_head_lives.json.gz. Layers, heads and places count from 0 in it. Every number is of
beginnings of held-out paragraphs of SOURCES, whose licences let their sentences be shown; no TinyStories, which `story`
was trained on too. Of each paragraph

    a look      is what a query from FIRST_QUERY on does: its first choice is the key with the largest weight
    deciles     are tenths of all looks by that weight, the sharpest first
    effect      is the loss without the head less that with it, in nats a token, of EFFECT paragraphs
    by          is how much of the variance of the scores within a row follows from the two tokens alone, from how far
                apart they are alone, and from both: R squared of a least-squares fit on paragraphs that are in no mean
    QK, OV      are pairs of common tokens by the means of their queries, keys and values: who looks at whom, and which
                token one that is looked at makes likelier, by the head's own rows of W_O and the unembedding

Most heads of SmolLM2 rest on the first token where they have nothing to bring. Such looks are counted by themselves,
`rests`, and all else is of the others. It has fewer texts, too few for means of tokens, so neither `by` nor QK nor OV,
and so many heads that no pass was made without each of them: no `effect`.

The same files, seed and version of torch give the same numbers.
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import cross_entropy

from training.head_looks import FIRST_QUERY, MOST, SEED, SIZES, AllLooks, Model, Sizes, Texts, held_out, looks, passes
from training.head_roles import weights_sha256
from training.head_tokens import FITTED, of_tokens
from transformer import open_installed
from transformer.bundled.folders import MODELS
from transformer.bundled.head_lives import file_of
from transformer.bundled.load import LanguageModel, load
from transformer.intervention import Intervention
from transformer.readings.resumed import resume
from transformer.real.installed import place_of
from transformer.roles import HEAD_ROLES


def losses(model: Model, final: Float[Tensor, "text pos d_model"], texts: Texts) -> Float[Array, " text"]:
    """The mean loss of each text, in nats a token."""
    inside = torch.from_numpy(np.arange(1, MOST)[None] < texts.lengths[:, None])
    logits = model.transformer.unembedding(final[:, :-1][inside])
    each = cross_entropy(logits, torch.from_numpy(texts.ids[:, 1:])[inside], reduction="none").numpy()
    return np.bincount(np.nonzero(inside.numpy())[0], each) / (texts.lengths - 1)


def effects(model: Model, texts: Texts) -> tuple[Float[Array, " text"], Float[Array, "layer head text"]]:
    """The loss of each text, and by how much it rises without each head."""
    config, run, size = model.config, model.transformer, SIZES[model.name].batch
    whole, without = list[Array](), list[Array]()
    for first in range(0, len(texts.ids), size):
        part = texts.part(np.arange(first, min(first + size, len(texts.ids))))
        ids = torch.from_numpy(part.ids)
        stages = run.stages(ids)
        whole.append(losses(model, stages.final, part))
        found = np.zeros((config.n_layers, config.n_heads, len(part.ids)))
        for layer, head in np.ndindex(found.shape[:2]):
            silent = Intervention(silenced=frozenset({(layer, head)}))
            final = resume(run, layer, stages.blocks[layer].residual_in, silent)
            found[layer, head] = losses(model, final, part) - whole[-1]
        without.append(found)
    return np.concatenate(whole), np.concatenate(without, axis=-1)


def would_look(texts: Texts, found: AllLooks) -> dict[str, Bool[Array, "look key"]]:
    """By role the keys where a head with that role would look; not of modifiers, which no list of words tells."""
    targets = {role: np.zeros((len(found.text), MOST), dtype=bool) for role in HEAD_ROLES if role != "modifier"}
    for look, (text, query) in enumerate(zip(found.text.tolist(), found.query.tolist(), strict=True)):
        ids = texts.ids[text].tolist()
        for role, target in targets.items():
            target[look, HEAD_ROLES[role].places(ids, query)] = True
    return targets


def kinds(
    pieces: Bool[Array, " look"], targets: dict[str, Bool[Array, "look key"]], found: AllLooks, layer: int, head: int
) -> dict[str, Any]:
    """Count the kinds of a head's sharpest tenth of looks, and how often its first choice is where a role would look.

    `pieces` are looks of what goes on with the word before.
    """
    counted = found.counted(layer, head)
    weight, key = found.weight[layer, head, counted], found.key[layer, head, counted]
    sharp, back = weight >= np.quantile(weight, 0.9), found.query[counted] - key
    pieces = pieces[counted]
    of_kind = {
        "itself": back == 0,
        "pieces": (back == 1) & pieces,
        "before": (back == 1) & ~pieces,
        "near": (back > 1) & (back < 5),
        "further": back >= 5,
    }
    right = dict[str, list[int]]()
    for role, target in targets.items():
        can, hit = target[counted].any(-1), target[counted, key]
        right[role] = [int(each.sum()) for each in (hit, can, hit & sharp, can & sharp)]
    return {"sharpest": {name: int((sharp & each).sum()) for name, each in of_kind.items()}, "right": right}


def examples(
    texts: Texts, found: AllLooks, layer: int, head: int, random: np.random.Generator, sizes: Sizes
) -> list[list[list[int]]]:
    """Looks as [text, query, key]: the sharpest, of different pairs of tokens and texts, then some of each decile."""
    counted, key = found.counted(layer, head), found.key[layer, head]
    order = counted[np.argsort(-found.weight[layer, head, counted], kind="stable")]
    best, pairs, used = list[list[int]](), set[tuple[int, int]](), set[int]()

    def look(at: int) -> list[int]:
        return [int(found.text[at]), int(found.query[at]), int(key[at])]

    for at in order:
        text, query, looked_at = look(at)
        pair = int(texts.ids[text, query]), int(texts.ids[text, looked_at])
        if pair not in pairs and text not in used:
            best.append([text, query, looked_at])
            pairs.add(pair)
            used.add(text)
        if len(best) == sizes.best:
            break
    tenths = [random.choice(tenth, min(sizes.each, len(tenth)), replace=False) for tenth in np.array_split(order, 10)]
    return [best, *([look(at) for at in tenth] for tenth in tenths)]


def measure(model: Model, texts: Texts, counts: dict[str, int]) -> dict[str, Any]:
    """All that the file says but for the weights' checksum."""
    random, sizes, shape = np.random.default_rng(SEED), SIZES[model.name], (model.config.n_layers, model.config.n_heads)
    found = looks(model, texts)
    common, by_tokens = of_tokens(model, texts) if isinstance(model, LanguageModel) else (0, [])
    loss, without = effects(model, texts.part(np.arange(sizes.effect))) if sizes.effect else (None, None)
    goes_on = np.array([model.tokenizer.text_of(id)[:1].isalnum() for id in range(model.config.vocab_size)])
    pieces, targets = goes_on[texts.ids[found.text, found.query]], would_look(texts, found)
    heads, kept = list[dict[str, Any]](), dict[int, int]()
    for place, (layer, head) in enumerate(np.ndindex(shape)):
        most = np.argsort(-found.looked_at[layer, head], kind="stable")[:3]
        looks_kept = examples(texts, found, layer, head, random, sizes)
        weight = found.weight[layer, head, found.counted(layer, head)]
        for text, *_ in (look for group in looks_kept for look in group):
            kept.setdefault(text, len(kept))
        heads.append(
            {
                "layer": layer,
                "head": head,
                "effect": []
                if without is None
                else [round(float(each), 5) for each in mean_and_error(without[layer, head])],
                "sharpness": round(float(weight.mean()), 4),
                "rests": round(1 - len(weight) / len(found.text), 4) if found.rest else None,
                "distance": round(float(found.distance[layer, head]), 3),
                "edges": np.quantile(weight, np.linspace(1, 0, 11)).round(3).tolist(),
                "looked_at": [
                    [model.tokenizer.text_of(int(id)).strip() or "␣", round(float(found.looked_at[layer, head, id]), 4)]
                    for id in most
                ],
                **kinds(pieces, targets, found, layer, head),
                **(by_tokens[place] if by_tokens else {}),
                "looks": looks_kept,
            }
        )
    weights = weights_of(model, texts, heads)
    for each in heads:
        each["looks"] = [[[kept[text], *rest] for text, *rest in group] for group in each["looks"]]
    about = {
        "split": "validation",
        "sources": counts,
        "looks": len(found.text),
        "first_query": FIRST_QUERY,
        "most_tokens": MOST,
        "effect_of": sizes.effect,
        "fitted": FITTED if common else 0,
        "common": common,
        "seed": SEED,
    }
    return {
        "text": about,
        "loss": [] if loss is None else [round(float(each), 4) for each in mean_and_error(loss)],
        "texts": [texts.written[text] for text in kept],
        "heads": [each | {"weights": weights[place]} for place, each in enumerate(heads)],
    }


def mean_and_error(values: Float[Array, " text"]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)


def weights_of(model: Model, texts: Texts, heads: list[dict[str, Any]]) -> list[list[list[list[int]]]]:
    """The row of each kept look in hundredths, [head][group][look][key up to the query]."""
    wanted = sorted({text for each in heads for group in each["looks"] for text, *_ in group})
    rows = dict[int, list[Array]]()
    part = texts.part(np.array(wanted))
    for batch, blocks in passes(model, part):
        patterns = [block.attention.pattern.numpy() for block in blocks]
        for place, text in enumerate(wanted[batch]):
            rows[text] = [pattern[place] for pattern in patterns]
    return [
        [
            [
                np.rint(100 * rows[text][each["layer"]][each["head"], query, : query + 1]).astype(int).tolist()
                for text, query, _ in group
            ]
            for group in each["looks"]
        ]
        for each in heads
    ]


@torch.inference_mode()
def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the whole life of each head of a model.")
    parser.add_argument("--model", choices=SIZES, default="story")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    options = parser.parse_args()
    installed = place_of(options.model) if options.model != "story" else None
    model = open_installed(options.model) if installed else load(options.model)
    texts, counts = held_out(model, options.data, SIZES[options.model].paragraphs)
    measured: dict[str, Any] = {
        "weights_sha256": weights_sha256(installed or MODELS / options.model),
        **measure(model, texts, counts),
    }
    written = json.dumps(measured, separators=(",", ":"), ensure_ascii=False).encode()
    packed = gzip.compress(written, 9, mtime=0)
    file_of(options.model).write_bytes(packed)
    print(f"{len(texts.ids)} texts, {measured['text']['looks']} looks, {len(packed) // 1000} kB")


if __name__ == "__main__":
    main()
