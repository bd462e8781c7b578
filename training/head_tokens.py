"""Measure what a head goes by: R squared of its scores, and pairs of QK and OV, from means over common tokens."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from training.head_looks import FIRST_QUERY, MOST, Texts, passes
from transformer.bundled.load import LanguageModel

OFTEN = 40  # times that a token has to occur for its means to be trusted
COMMON = 600  # such tokens at most
COPIED = 5  # a token is copied that is among so many that it makes likelier itself
PAIRS = 8
FITTED = 120  # paragraphs whose scores are fitted


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


def of_tokens(model: LanguageModel, texts: Texts) -> tuple[int, list[dict[str, Any]]]:
    """How many common tokens there are; by their means what each head goes by, and its pairs."""
    half = len(texts.ids) // 2
    mean = means(model, texts.part(np.arange(half)), common_tokens(model, texts))
    by = goes_by(model, texts.part(np.arange(half, half + FITTED)), mean)
    return len(mean.tokens), [
        {"by": [round(float(each), 3) for each in by[place]], **of_pairs(model, mean, *place)}
        for place in np.ndindex(by.shape[:2])
    ]
