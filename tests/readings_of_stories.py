"""What the tests of stories ask of a trace: words by their likelihood, weights and cosines by the words."""

import numpy as np

from headlight.app.stories import STORIES
from transformer import Intervention, LanguageModel, Trace, Translation


def of(model: LanguageModel, story: str, *silenced: tuple[int, int]) -> Trace:
    """The story's sentence, with heads silenced that are counted from 1."""
    heads = frozenset((layer - 1, head - 1) for layer, head in silenced)
    return model.trace(STORIES[story].state["text"], Intervention(silenced=heads))


def done(model: LanguageModel, story: str) -> Trace:
    """The sentence of a story after its deed, with the heads silenced that the deed silences."""
    shown = STORIES[story].shown
    heads = [tuple(int(number) - 1 for number in head.split(".")) for head in shown.get("silenced", "").split()]
    return model.trace(shown["text"], Intervention(silenced=frozenset(heads)))


def chance(model: LanguageModel, trace: Trace, word: str) -> float:
    """The probability of this word, one token, after the last."""
    (token,) = model.tokenizer.encode(word)
    return float(trace.probabilities[-1, token.id])


def likeliest(model: LanguageModel, trace: Trace, count: int = 1) -> list[str]:
    """The words that are likeliest to come next, from the likeliest."""
    return [model.tokenizer.text_of(int(token)).strip() for token in trace.probabilities[-1].argsort()[::-1][:count]]


def place(trace: Trace | Translation, word: str) -> int:
    """The last place of a piece."""
    tokens = trace.tokens if isinstance(trace, Trace) else trace.source
    return max(at for at, token in enumerate(tokens) if token.text.strip() == word)


def weight(trace: Trace, layer: int, head: int, key: str) -> float:
    """How much the last token looks at a word in a head that is counted from 1."""
    return float(trace.layers[layer - 1].pattern[head - 1, -1, place(trace, key)])


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def apart(model: LanguageModel, one: str, other: str, word: str) -> float:
    """The cosine of a word in two sentences, after the last layer."""
    rows = [(trace := model.trace(text)).layers[-1].residual_out[place(trace, word)] for text in (one, other)]
    return cosine(*rows)
