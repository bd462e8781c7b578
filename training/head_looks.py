"""Held-out beginnings of paragraphs, and each look of each head in them: where, how sharp, how far."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from training.data import read
from transformer import OpenedModel
from transformer.bundled.load import LanguageModel

Model = LanguageModel | OpenedModel
SEED = 2026
SOURCES = ("tatoeba", "standardebooks", "fairytales", "storybooks")
LEAST, MOST = 12, 48  # tokens of a beginning; it ends with a whole word
FIRST_QUERY = 8  # a query before this one has so few keys that any weight is large


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
class AllLooks:
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


def looks(model: Model, texts: Texts) -> AllLooks:
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
    return AllLooks(text, query, key, weight, distance / len(text), looked_at / len(text), rest)
