"""A dictionary that answers every question a little: values mixed by how like their keys are to the query."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.bundled.load import LanguageModel
from transformer.ranking import largest
from transformer.similarity import cosines, unit
from transformer.softmax import softmax

EXAMPLE = "Vincent van Gogh: painter; William Shakespeare: playwright; Charles Dickens: writer"
MOST_ENTRIES = 8


@dataclass(frozen=True, eq=False)
class Answer:
    """The result of a soft look-up."""

    likeness: Float[Array, " entry"]  # cosine of the query with each key
    weights: Float[Array, " entry"]  # softmax(likeness / temperature)
    mixed: Float[Array, " d_model"]  # the values' vectors, mixed with these weights


def parsed(text: str) -> tuple[dict[str, str], int]:
    """The entries of "key: value; key: value", and how many pieces were left out: no entry, or one too many."""
    pieces = [piece for piece in text.split(";") if piece.strip()]
    entries: dict[str, str] = {}
    for piece in pieces:
        key, _, value = (part.strip() for part in piece.partition(":"))
        if key and value and len(entries) < MOST_ENTRIES:
            entries[key] = value
    return entries, len(pieces) - len(entries)


FIRST = ("Shakespeare", parsed(EXAMPLE)[0])  # what is looked up before a reader types, and in which entries


def vector(model: LanguageModel, text: str) -> Float[Array, "1 d_model"]:
    """The mean of the embeddings of a text's tokens, each of length one: a simple meaning for a few words.

    Raises:
        ValueError: if the text has no token.
    """
    ids = [token.id for token in model.tokenizer.encode(text)]
    if not ids:
        raise ValueError("an empty text has no vector")
    return unit(model.transformer.embedding.weight.detach().numpy()[ids]).mean(axis=0, keepdims=True)


def nearest_to(
    units: Float[Array, "vocab width"], vector: Float[Array, " width"], count: int
) -> tuple[Int[Array, " count"], Float[Array, " count"]]:
    """The rows of length one nearest to a vector by cosine, nearest first, and those cosines."""
    similarities = cosines(vector[None].astype(np.float32), units)[0]
    order = largest(similarities, count)
    return order, similarities[order]


def look_up(model: LanguageModel, query: str, entries: dict[str, str], temperature: float) -> Answer:
    """Compare the query with every key, and mix the values accordingly."""
    keys = np.concatenate([vector(model, key) for key in entries])
    values = np.concatenate([vector(model, value) for value in entries.values()])
    likeness = cosines(vector(model, query), keys)[0].astype(np.float64)
    weights = softmax(likeness, temperature)
    return Answer(likeness, weights, (weights @ values).astype(np.float64))


@dataclass(frozen=True, eq=False)
class Recalled:
    """How a trained model goes on with a sentence about a key, and where the value stands among all tokens."""

    sentence: str
    likeliest: int  # id of the token that comes first
    chance_of_likeliest: float
    chance: float  # of the first token of the value
    rank: int  # of the same, 1 for the likeliest
    pieces: int  # tokens of the value


def recalled(model: LanguageModel, key: str, value: str) -> Recalled:
    """Let a language model go on with "KEY is a" (or "an"), and look for the value.

    Raises:
        ValueError: if the value is empty.
    """
    if not value.strip():
        raise ValueError("an empty value is nothing to look for")
    prompt = f"{key} is {'an' if value[:1].lower() in tuple('aeiou') else 'a'}"
    tokens = model.tokenizer.encode(f"{prompt} {value}")[len(model.tokenizer.encode(prompt)) :]
    chances = softmax(model.trace(prompt).next_logits.astype(np.float64))
    first, value_id = int(chances.argmax()), tokens[0].id
    rank = int((chances > chances[value_id]).sum()) + 1
    return Recalled(prompt, first, float(chances[first]), float(chances[value_id]), rank, len(tokens))
