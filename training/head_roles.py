"""Measure what each head of a bundled model does: python -m training.head_roles NAME --data FOLDER.

Writes assets/models/NAME/head_roles.json. Layers and heads count from 0 in it; the screen counts from 1.

A score is the mean weight that a head's queries put on the keys of a role, between 0 and 1:

    previous_token   the token just before the query
    same_token       earlier tokens equal to the query's; only queries that have one count
    itself           the query's own place
    first_token      the first token of the text
    induction        the token after the first occurrence of the query's, in random tokens that are repeated once
    modifier         from a noun, the word before it that describes it, in the sentences of noun_phrases.txt

The baseline is the same mean after the weights of each row are shuffled among the keys that it may look at: what a
head scores that is as sharp, but aims at nothing. The third number, `sharpest`, is how often the name holds where the
head is surest: of the tenth of its looks with the largest weight the share whose first choice is such a key. For
modifiers it is that of the token before in text, because which words describe others is known of the phrases alone:
no name can hold more often. A head has the role with its highest score if that score is at least LEAST_SCORE and at
least LEAST_RATIO times its baseline, and `sharpest` at least LEAST_SHARPEST; otherwise its role is null. Modifiers
count only where nouns give the token before at least LEAST_MORE times what all tokens give it.
"""

import argparse
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from numpy import ndarray as Array

from training.data import Stream, held_out_streams
from transformer.bundled.folders import MODELS, sha256
from transformer.bundled.load import ROLES, WEIGHTS, LanguageModel, load
from transformer.model import Transformer
from transformer.roles import HEAD_ROLES

SEED = 2026
PHRASES = 6  # sentences of noun_phrases.txt in a row
NOUN_PHRASES = Path(__file__).parent / "noun_phrases.txt"
SOURCES = ("tinystories", "tatoeba", "standardebooks")
WINDOWS = 67  # of each source
WINDOW = 64  # tokens
SEQUENCES = 64  # of random tokens
PERIOD = 30  # random tokens, which then come once more
FIRST_QUERY = 4  # a query before this one has so few keys that any weight is large
LEAST_SCORE = 0.3
LEAST_RATIO = 3.0
SHARPEST = 0.1  # the share of a head's looks that are called its sharpest
LEAST_SHARPEST = 0.5
LEAST_MORE = 1.5


class Tokenizes(Protocol):
    """The interface of a tokenizer: a bundled model's, or another one like it."""

    @property
    def vocab_size(self) -> int:
        """How many tokens there are."""
        ...

    @property
    def end_id(self) -> int:
        """The token that ends a text."""
        ...

    def ids(self, text: str) -> list[int]:
        """The token ids of a text."""
        ...

    def text_of(self, id: int) -> str:
        """A token with its leading space."""
        ...


Scores = dict[str, dict[str, float]]  # role -> {"score": ..., "baseline": ..., "sharpest": ...}


def text_targets(ids: Int[Array, "window pos"]) -> dict[str, Bool[Array, "window pos pos"]]:
    """For each role that ordinary text shows, the keys [window, query, key] that a perfect head would look at."""
    query, key = np.indices((ids.shape[1], ids.shape[1]))
    late = query >= FIRST_QUERY
    everywhere = {
        "previous_token": late & (key == query - 1),
        "itself": late & (key == query),
        "first_token": late & (key == 0),
    }
    equal = ids[:, :, None] == ids[:, None, :]
    targets = {role: np.broadcast_to(target, equal.shape) for role, target in everywhere.items()}
    return targets | {"same_token": equal & late & (key < query)}


def induction_targets(n_sequences: int, period: int) -> dict[str, Bool[Array, "window pos pos"]]:
    """The keys that an induction head would look at in `period` different tokens that come twice."""
    query, key = np.indices((2 * period, 2 * period))
    target = (query >= period) & (key == query - period + 1)
    return {"induction": np.broadcast_to(target, (n_sequences, *target.shape))}


def mean_weight(
    pattern: Float[Array, "window head query key"], target: Bool[Array, "window query key"]
) -> Float[Array, " head"]:
    """The weight on the target keys, mean over the queries that have a target.

    Raises:
        ValueError: if no query has a target.
    """
    queries = int(target.any(-1).sum())
    if queries == 0:
        raise ValueError("no query has a target key: there is nothing to measure")
    return np.einsum("whqk,wqk->h", pattern, target.astype(np.float64)) / queries


def shuffled(
    pattern: Float[Array, "window head query key"], random: np.random.Generator
) -> Float[Array, "window head query key"]:
    """The pattern with each row's weights in random order among the keys up to its query."""
    query, key = np.indices(pattern.shape[-2:])
    places = np.where(key <= query, random.random(pattern.shape, dtype=np.float32), 2.0)  # later keys stay last
    return np.take_along_axis(pattern, places.argsort(-1), axis=-1)


def sharpest(
    pattern: Float[Array, "window head query key"], target: Bool[Array, "window query key"]
) -> Float[Array, " head"]:
    """Of the queries that have a target and look with the largest weights, the share whose first choice is one."""
    window, query = np.nonzero(target.any(-1))
    first = pattern[window, :, query].argmax(-1)  # [look, head]
    weight = np.take_along_axis(pattern[window, :, query], first[..., None], axis=-1)[..., 0]
    right = target[window[:, None], query[:, None], first]
    sure = weight >= np.quantile(weight, 1 - SHARPEST, axis=0)
    return (right & sure).sum(axis=0) / sure.sum(axis=0)


def role_of(scores: Scores) -> str | None:
    """The role with the highest score if it stands out and its sharpest looks bear it out, else None."""
    of_nouns, of_all = (scores.get(role, {}).get("score", 0.0) for role in ("modifier", "previous_token"))
    counted = [role for role in scores if role != "modifier" or of_nouns >= LEAST_MORE * of_all]
    best = max(counted, key=lambda role: scores[role]["score"])
    score, baseline = scores[best]["score"], scores[best]["baseline"]
    borne_out = scores[best].get("sharpest", 1.0)  # in the census of a real model, of random words, it is not measured
    stands_out = score >= LEAST_SCORE and score >= LEAST_RATIO * baseline
    return best if stands_out and borne_out >= LEAST_SHARPEST else None


def text_windows(stream: Stream, count: int, length: int, random: np.random.Generator) -> Int[Array, "window pos"]:
    """`count` different windows of a stream, each from the start of a paragraph, as a typed sentence is."""
    usable = stream.starts[stream.starts + length <= len(stream.ids)]
    starts = random.choice(usable, size=count, replace=False)
    return np.stack([stream.ids[start : start + length] for start in starts]).astype(np.int64)


def repeated_tokens(
    tokenizer: Tokenizes, count: int, period: int, random: np.random.Generator
) -> Int[Array, "row pos"]:
    """Rows of `period` different random tokens that are whole small-letter pieces, each row twice in a row."""
    ordinary = [id for id in range(tokenizer.vocab_size) if re.fullmatch(" [a-z]+", tokenizer.text_of(id))]
    rows = np.stack([random.choice(ordinary, size=period, replace=False) for _ in range(count)])
    return np.concatenate([rows, rows], axis=1)


def noun_phrases(tokenizer: Tokenizes) -> tuple[Int[Array, "row pos"], dict[str, Bool[Array, "row pos pos"]]]:
    """The sentences of noun_phrases.txt, PHRASES to a row of ids, and the cell (noun, modifier) of each.

    In a row of several sentences a noun has many keys to look at, as in the windows of the other roles. Only words
    of one token count.
    """
    lines = [line for line in NOUN_PHRASES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows: list[list[int]] = []
    cells: list[tuple[int, int]] = []  # row, place of the modifier
    for number, line in enumerate(lines):
        if number % PHRASES == 0:
            rows.append([])
        before, phrase, after = re.split(r"[\[\]]", line)
        modifier = len(rows[-1]) + len(tokenizer.ids(before.rstrip()))
        pieces = len(tokenizer.ids((before + phrase).strip())) - len(tokenizer.ids(before.rstrip()))
        if pieces == 2 and modifier + 1 >= FIRST_QUERY:
            cells.append((len(rows) - 1, modifier))
        rows[-1] += tokenizer.ids(before + phrase + after)
    ids = np.full((len(rows), max(map(len, rows))), tokenizer.end_id)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row  # what stands behind a row changes nothing in it: the mask is causal
    target = np.zeros((*ids.shape, ids.shape[1]), dtype=bool)
    for number, modifier in cells:
        target[number, modifier + 1, modifier] = True
    return ids, {"modifier": target}


@torch.inference_mode()
def patterns(transformer: Transformer, rows: Int[Array, "window pos"]) -> Float[Array, "layer window head pos pos"]:
    """The patterns of every layer for rows of token ids."""
    batches = []
    for batch in torch.from_numpy(rows).split(32):
        blocks = transformer.stages(batch).blocks
        batches.append(torch.stack([block.attention.pattern for block in blocks]).numpy())
    return np.concatenate(batches, axis=1)


def measure(
    pattern: Float[Array, "layer window head query key"],
    targets: dict[str, Bool[Array, "window query key"]],
    random: np.random.Generator,
) -> dict[tuple[int, int], Scores]:
    """For each (layer, head) what `Scores` has of each role, rounded to four digits."""
    found: dict[tuple[int, int], Scores] = {}
    for layer, real in enumerate(pattern):
        aimless = shuffled(real, random)
        for role, target in targets.items():
            of_heads = mean_weight(real, target), mean_weight(aimless, target), sharpest(real, target)
            for head, numbers in enumerate(zip(*of_heads, strict=True)):
                entry = zip(("score", "baseline", "sharpest"), (round(float(each), 4) for each in numbers), strict=True)
                found.setdefault((layer, head), {})[role] = dict(entry)
    return found


def report(scores: dict[tuple[int, int], Scores]) -> dict[str, list | dict]:
    """The heads with their scores and role, and the best head for each role, as head_roles.json has them."""
    heads: list[dict[str, Any]] = [
        {"layer": layer, "head": head, **{role: of_head[role] for role in HEAD_ROLES}, "role": role_of(of_head)}
        for (layer, head), of_head in sorted(scores.items())
    ]
    best = {}
    for role in HEAD_ROLES:
        head = max(heads, key=lambda entry: entry[role]["score"])
        best[role] = {"layer": head["layer"], "head": head["head"], **head[role]}
    return {"heads": heads, "best": best}


def measure_all(
    patterns_of: Callable[[Int[Array, "window pos"]], Float[Array, "layer window head pos pos"]],
    tokenizer: Tokenizes,
    held_out: dict[str, Stream],
    *,
    windows: int,
    sequences: int,
) -> dict[str, Any]:
    """Measure every head, and on how much, as head_roles.json has it.

    `patterns_of` gives the patterns of rows of token ids; `windows` are of each source, `sequences` of random tokens.
    """
    random = np.random.default_rng(SEED)
    text = np.concatenate([text_windows(stream, windows, WINDOW, random) for stream in held_out.values()])
    repeated = repeated_tokens(tokenizer, sequences, PERIOD, random)
    on_text = measure(patterns_of(text), text_targets(text), random)
    on_repeats = measure(patterns_of(repeated), induction_targets(sequences, PERIOD), random)
    sentences, modifiers = noun_phrases(tokenizer)
    on_phrases = measure(patterns_of(sentences), modifiers, random)
    for place, scores in on_phrases.items():
        scores["modifier"]["sharpest"] = on_text[place]["previous_token"]["sharpest"]
    how = {
        "sources": list(held_out),
        "windows": len(text),
        "tokens_per_window": WINDOW,
        "tokens": text.size,
        "first_query": FIRST_QUERY,
        "repeated_sequences": sequences,
        "repeated_tokens": PERIOD,
        "noun_phrases": int(modifiers["modifier"].sum()),
        "seed": SEED,
        "least_score": LEAST_SCORE,
        "least_ratio": LEAST_RATIO,
        "least_sharpest": LEAST_SHARPEST,
        "least_more": LEAST_MORE,
    }
    return {"text": how, **report({place: on_text[place] | on_repeats[place] | on_phrases[place] for place in on_text})}


def measure_heads(model: LanguageModel, held_out: dict[str, Stream]) -> dict:
    """Measure a bundled model for head_roles.json, given held-out text by source."""
    patterns_of = partial(patterns, model.transformer)
    measured = measure_all(patterns_of, model.tokenizer, held_out, windows=WINDOWS, sequences=SEQUENCES)
    return measured | {"text": {"split": "validation", **measured["text"]}}


def weights_sha256(home: Path) -> str:
    """Which weights were measured: the checksum of those in a model's folder, or of the one file that a model is."""
    return sha256(home / WEIGHTS if home.is_dir() else home)


def write_measured(home: Path, file: str, measured: dict[str, Any]) -> None:
    """Write what was measured into a model's folder, with the checksum of its weights."""
    text = json.dumps({"weights_sha256": weights_sha256(home)} | measured, indent=1)
    (home / file).write_text(text + "\n", encoding="utf-8")


def print_best(measured: dict) -> None:
    """Print the best head for each role, and how many heads have it."""
    for role, best in measured["best"].items():
        named = sum(head["role"] == role for head in measured["heads"])
        print(
            f"{role:15} layer {best['layer']} head {best['head']}: "
            f"{best['score']:.4f} (baseline {best['baseline']:.4f}), {named} heads with this role"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what each head of a bundled model does.")
    parser.add_argument("name", help="a folder of assets/models")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    options = parser.parse_args()
    model = load(options.name)
    measured = measure_heads(model, held_out_streams(SOURCES, options.data, model.tokenizer))
    write_measured(MODELS / options.name, ROLES, measured)
    print_best(measured)


if __name__ == "__main__":
    main()
