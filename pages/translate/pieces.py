"""Pieces and words of a translation on screen: what they are called, which look at which, and what they cost."""

from collections.abc import Iterable

import numpy as np

from headlight.pictures import Screen
from transformer import TranslationTrace
from transformer.readings.translation_effects import AttentionKind
from transformer.tokenizer import Token
from transformer.words import told_apart


def word(token: str) -> str:
    """A piece as a label: marks by their name, what cannot be seen named."""
    return {"<|end|>": "(end)", "<|begin|>": "(begin)"}.get(token) or token.strip() or "␣"


def pieces(tokens: Iterable[Token]) -> list[str]:
    """Pieces beside each other: a ␣ tells two apart that differ by their leading space alone."""
    texts = [token.text for token in tokens]
    return [mark if mark.startswith("␣") else word(text) for mark, text in zip(told_apart(texts), texts, strict=True)]


def looking(trace: TranslationTrace, kind: AttentionKind) -> tuple[list[str], list[str]]:
    """The pieces that look in a kind of attention, and those that are looked at."""
    source, read = pieces(trace.source), pieces(trace.inputs)
    return {"encoder": (source, source), "decoder": (read, read), "cross": (pieces(trace.target), source)}[kind]


def losses(screen: Screen, trace: TranslationTrace, key: str) -> None:
    """Each French word with -ln p, darker where the model expected it less."""
    costs = trace.word_losses
    screen.token_chips(
        [word(piece.text) for piece in trace.target_words],
        notes=[f"{cost:.2f}" for cost in costs],
        shares=np.minimum(costs / 10, 1.0).tolist(),
        numbers=costs.tolist(),
        key=key,
    )
