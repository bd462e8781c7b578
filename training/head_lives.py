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
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import cross_entropy

from training.data import read
from training.head_roles import weights_sha256
from transformer import OpenedModel, open_installed
from transformer.bundled.folders import MODELS
from transformer.bundled.head_lives import file_of
from transformer.bundled.load import LanguageModel, load
from transformer.intervention import Intervention
from transformer.real.installed import place_of
from transformer.roles import HEAD_ROLES

Model = LanguageModel | OpenedModel
SEED = 2026
SOURCES = ("tatoeba", "standardebooks", "fairytales", "storybooks")
LEAST, MOST = 12, 48  # tokens of a beginning; it ends with a whole word
FIRST_QUERY = 8  # a query before this one has so few keys that any weight is large
OFTEN = 40  # times that a token has to occur for its means to be trusted
COMMON = 600  # such tokens at most
COPIED = 5  # a token is copied that is among so many that it makes likelier itself
PAIRS = 8
FITTED = 120  # paragraphs whose scores are fitted


@dataclass(frozen=True)
class Sizes:
    """How much is read of a model, and how much of it is kept."""

    paragraphs: int  # of each source
    effect: int  # paragraphs that are read without each head, if any
    best: int  # looks that are kept: the sharpest of different pairs of tokens,
    each: int  # and of each decile
    batch: int


SIZES = {
    "story": Sizes(500, effect=120, best=6, each=2, batch=40),
    "SmolLM2": Sizes(25, effect=0, best=3, each=1, batch=12),
}


@dataclass(frozen=True)
class Texts:
    """Beginnings of paragraphs, their ids filled up to one length, and how long each is."""

    written: list[str]
    ids: Int[Array, "text pos"]
    lengths: Int[Array, " text"]

    def part(self, texts: Int[Array, " part"]) -> "Texts":
        """Some of them."""
        return Texts([self.written[text] for text in texts], self.ids[texts], self.lengths[texts])


def beginning(model: Model, paragraph: str) -> str | None:
    """As much of a paragraph as MOST tokens hold, up to a whole word; None where the model would read it otherwise."""
    tokens = model.tokenizer.encode(paragraph)
    most = min(len(tokens), MOST)
    while 0 < most < len(tokens) and not tokens[most].text.startswith(" "):
        most -= 1
    text = paragraph[: tokens[most - 1].end] if most >= LEAST else ""
    as_typed = ids_of(model, text) == [token.id for token in tokens[:most]] and text == text.strip()
    return text if text and as_typed else None


def ids_of(model: Model, text: str) -> list[int]:
    """The token ids of a text."""
    return [token.id for token in model.tokenizer.encode(text)]


def held_out(model: Model, data: Path, most: int) -> tuple[Texts, dict[str, int]]:
    """So many paragraphs of each source in random order, and how many there are of each."""
    random, found, counts = np.random.default_rng(SEED), list[str](), dict[str, int]()
    for source in SOURCES:
        paragraphs = [paragraph for document in read(source, data).validation for paragraph in document]
        beginnings = (beginning(model, paragraphs[place]) for place in random.permutation(len(paragraphs)))
        kept = dict.fromkeys(text for text in beginnings if text)
        counts[source] = len(list(kept)[:most])
        found += list(kept)[:most]
    found = [found[place] for place in random.permutation(len(found))]
    rows = [ids_of(model, text) for text in found]
    ids = np.zeros((len(rows), MOST), dtype=np.int64)
    for text, row in enumerate(rows):
        ids[text, : len(row)] = row  # what stands behind it changes nothing: the mask is causal
    return Texts(found, ids, np.array([len(row) for row in rows])), counts


def passes(model: Model, texts: Texts) -> Iterator[tuple[slice, Any]]:
    """The blocks of the model for each batch of texts."""
    size = SIZES[model.name].batch
    for first in range(0, len(texts.ids), size):
        batch = slice(first, first + size)
        yield batch, model.transformer.stages(torch.from_numpy(texts.ids[batch])).blocks


@dataclass(frozen=True)
class Looks:
    """Every look of every head: its text and query, its first choice and the weight, and sums of all weights."""

    text: Int[Array, " look"]
    query: Int[Array, " look"]
    key: Int[Array, "layer head look"]
    weight: Float[Array, "layer head look"]
    distance: Float[Array, "layer head"]  # mean, in tokens
    looked_at: Float[Array, "layer head vocab"]  # the share of all weight that rests on a token
    rest: bool = False  # whether looks at the first token are of heads that rest there, and weight on it is left out

    def counted(self, layer: int, head: int) -> Int[Array, " counted"]:
        """The looks that a head is measured by."""
        return np.flatnonzero((self.key[layer, head] > 0) | (not self.rest))


def looks(model: Model, texts: Texts) -> Looks:
    """Collect the looks of each head in these texts."""
    rest = isinstance(model, OpenedModel)
    config, late = model.config, np.arange(MOST)[None] < texts.lengths[:, None]
    late[:, :FIRST_QUERY] = False
    shape = (config.n_layers, config.n_heads)
    keys, weights = (np.empty(shape, dtype=object) for _ in range(2))
    for place in np.ndindex(shape):
        keys[place], weights[place] = [], []
    distance, looked_at = np.zeros(shape), np.zeros((*shape, config.vocab_size))
    back = np.arange(MOST)[:, None] - np.arange(MOST)
    for batch, blocks in passes(model, texts):
        text, query = np.nonzero(late[batch])
        ids, away = texts.ids[batch][text], back[query]
        for layer, block in enumerate(blocks):
            rows = block.attention.pattern.numpy()[text, :, query]  # [look, head, key]
            for head in range(shape[1]):
                row = rows[:, head]
                keys[layer, head].append(row.argmax(-1))
                weights[layer, head].append(row.max(-1))
                if rest:
                    row = row * (np.arange(MOST) > 0)
                    row /= row.sum(-1, keepdims=True)
                distance[layer, head] += float((row * away).sum())
                looked_at[layer, head] += np.bincount(ids.ravel(), row.ravel(), minlength=config.vocab_size)
    text, query = np.nonzero(late)
    key, weight = (np.array([[np.concatenate(head) for head in layer] for layer in each]) for each in (keys, weights))
    return Looks(text, query, key, weight, distance / len(text), looked_at / len(text), rest)


def common_tokens(model: LanguageModel, texts: Texts) -> Int[Array, " token"]:
    """Whole words and marks that occur OFTEN, the most frequent first."""
    inside = np.arange(MOST)[None] < texts.lengths[:, None]
    times = Counter(texts.ids[inside].tolist())

    def whole(id: int) -> bool:
        text = model.tokenizer.text_of(id)
        return text.startswith(" ") or not any(sign.isalnum() for sign in text)

    return np.array([id for id, count in times.most_common() if count >= OFTEN and whole(id)][:COMMON])


@dataclass(frozen=True)
class Means:
    """The mean query, key and value of each common token, [layer, token, head, d_head]."""

    tokens: Int[Array, " token"]
    queries: Float[Array, "layer token head d_head"]
    keys: Float[Array, "layer token head d_head"]
    values: Float[Array, "layer token head d_head"]


def means(model: LanguageModel, texts: Texts, tokens: Int[Array, " token"]) -> Means:
    """The means over these texts."""
    config = model.config
    index = np.full(config.vocab_size, len(tokens))
    index[tokens] = np.arange(len(tokens))
    sums = [torch.zeros(config.n_layers, len(tokens) + 1, config.n_heads, config.d_head) for _ in range(3)]
    seen = torch.zeros(len(tokens) + 1)
    for batch, blocks in passes(model, texts):
        inside = np.arange(MOST)[None] < texts.lengths[batch][:, None]
        at = torch.from_numpy(np.where(inside, index[texts.ids[batch]], len(tokens)).ravel())
        seen.index_add_(0, at, torch.ones(len(at)))
        for layer, block in enumerate(blocks):
            parts = (block.attention.queries, block.attention.keys, block.attention.values)
            for total, part in zip(sums, parts, strict=True):
                total[layer].index_add_(0, at, part.transpose(1, 2).flatten(0, 1))
    return Means(tokens, *((total / seen[None, :, None, None].clamp(min=1))[:, :-1].numpy() for total in sums))


def goes_by(model: LanguageModel, texts: Texts, mean: Means) -> Float[Array, "layer head 3"]:
    """R squared of scores within a row: by the two tokens, by their distance, and by both."""
    index = np.full(model.config.vocab_size, -1)
    index[mean.tokens] = np.arange(len(mean.tokens))
    row, gap, by_tokens, scores = list[Array](), list[Array](), list[Array](), list[Array]()
    query, key = np.tril_indices(MOST, -1)
    for batch, blocks in passes(model, texts):
        for place, ids in enumerate(texts.ids[batch]):
            length = texts.lengths[batch][place]
            looks = (query >= FIRST_QUERY) & (query < length) & (index[ids[query]] >= 0) & (index[ids[key]] >= 0)
            q, k = query[looks], key[looks]
            row.append((batch.start + place) * MOST + q)
            gap.append(q - k)
            of_tokens = np.einsum("lnhd,lnhd->lhn", mean.queries[:, index[ids[q]]], mean.keys[:, index[ids[k]]])
            parts = [(block.attention.queries[place], block.attention.keys[place]) for block in blocks]
            exact = np.stack([torch.einsum("hqd,hkd->hqk", one, two).numpy()[:, q, k] for one, two in parts])
            by_tokens.append(of_tokens)
            scores.append(exact)
    rows, far = np.unique(np.concatenate(row), return_inverse=True)[1], np.concatenate(gap)
    every, said = np.concatenate(scores, axis=-1), np.concatenate(by_tokens, axis=-1)
    found = np.zeros((*every.shape[:2], 3))
    for head in np.ndindex(found.shape[:2]):
        y, tokens = within_rows(every[head], rows), within_rows(said[head], rows)
        counts = np.maximum(np.bincount(far), 1)
        distance = within_rows((np.bincount(far, y) / counts)[far], rows)
        found[head] = explained(y, tokens), explained(y, distance), explained(y, tokens, distance)
    return found


def within_rows(values: Float[Array, " pair"], rows: Int[Array, " pair"]) -> Float[Array, " pair"]:
    """Each less the mean of its row: a softmax sees no more of a score."""
    return values - (np.bincount(rows, values) / np.bincount(rows))[rows]


def explained(y: Float[Array, " pair"], *by: Float[Array, " pair"]) -> float:
    """The share of the variance of y that a least-squares fit by these explains."""
    x = np.stack(by, axis=1)
    return float(1 - ((y - x @ np.linalg.lstsq(x, y, rcond=None)[0]) ** 2).sum() / (y**2).sum())


def of_pairs(model: LanguageModel, mean: Means, layer: int, head: int) -> dict[str, Any]:
    """The largest entries of QK and OV among common tokens, less the means of rows and columns, and how much copies."""
    output, final_norm = model.transformer.block(layer).attention.output, model.transformer.final_norm
    d_head = model.config.d_head
    rows_of_output = output.weight.detach().numpy().T[head * d_head : (head + 1) * d_head]
    queries, keys, values = (each[layer, :, head] for each in (mean.queries, mean.keys, mean.values))
    written = values @ rows_of_output
    written = (written - written.mean(-1, keepdims=True)) * final_norm.get_parameter("weight").detach().numpy()
    likelier = centred(written @ model.transformer.unembedding.weight.detach().numpy()[mean.tokens].T)
    likelier /= likelier.std(axis=0)  # a rare token's column is large throughout
    higher = (likelier > likelier.diagonal()[:, None]).sum(axis=1)
    return {
        "qk": largest_pairs(model, mean, centred(queries @ keys.T)),
        "ov": largest_pairs(model, mean, likelier),
        "copies": round(float((higher < COPIED).mean()), 4),
    }


def centred(entries: Float[Array, "row column"]) -> Float[Array, "row column"]:
    """Less the mean of the row and of the column."""
    return entries - entries.mean(0) - entries.mean(1, keepdims=True) + entries.mean()


def largest_pairs(model: LanguageModel, mean: Means, entries: Float[Array, "row column"]) -> list[list[str]]:
    """The pairs with the largest entries, no token more than twice on a side."""
    found, used = list[list[str]](), Counter[tuple[int, int]]()
    for place in np.argsort(-entries, axis=None, kind="stable"):
        row, column = divmod(int(place), len(mean.tokens))
        if used[0, row] < 2 and used[1, column] < 2:
            found.append([model.tokenizer.text_of(int(mean.tokens[at])).strip() for at in (row, column)])
            used[0, row] += 1
            used[1, column] += 1
        if len(found) == PAIRS:
            break
    return found


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
            changed = run.stages(ids, silent, first=layer, enters=stages.blocks[layer].residual_in)
            found[layer, head] = losses(model, changed.final, part) - whole[-1]
        without.append(found)
    return np.concatenate(whole), np.concatenate(without, axis=-1)


def would_look(texts: Texts, found: Looks) -> dict[str, Bool[Array, "look key"]]:
    """By role the keys where a head with that role would look; not of modifiers, which no list of words tells."""
    targets = {role: np.zeros((len(found.text), MOST), dtype=bool) for role in HEAD_ROLES if role != "modifier"}
    for look, (text, query) in enumerate(zip(found.text.tolist(), found.query.tolist(), strict=True)):
        ids = texts.ids[text].tolist()
        for role, target in targets.items():
            target[look, HEAD_ROLES[role].places(ids, query)] = True
    return targets


def kinds(
    pieces: Bool[Array, " look"], targets: dict[str, Bool[Array, "look key"]], found: Looks, layer: int, head: int
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
    texts: Texts, found: Looks, layer: int, head: int, random: np.random.Generator, sizes: Sizes
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


def of_tokens(model: LanguageModel, texts: Texts) -> tuple[int, list[dict[str, Any]]]:
    """How many common tokens there are; by their means what each head goes by, and its pairs."""
    half = len(texts.ids) // 2
    mean = means(model, texts.part(np.arange(half)), common_tokens(model, texts))
    by = goes_by(model, texts.part(np.arange(half, half + FITTED)), mean)
    return len(mean.tokens), [
        {"by": [round(float(each), 3) for each in by[place]], **of_pairs(model, mean, *place)}
        for place in np.ndindex(by.shape[:2])
    ]


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
    measured = {"weights_sha256": weights_sha256(installed or MODELS / options.model), **measure(model, texts, counts)}
    written = json.dumps(measured, separators=(",", ":"), ensure_ascii=False).encode()
    packed = gzip.compress(written, 9, mtime=0)
    file_of(options.model).write_bytes(packed)
    print(f"{len(texts.ids)} texts, {measured['text']['looks']} looks, {len(packed) // 1000} kB")


if __name__ == "__main__":
    main()
