"""The likeliest next tokens of a trace, ready for a picture."""

import numpy as np

from transformer import LanguageModel, Trace


def shown(model: LanguageModel, id: int) -> str:
    """A token of the vocabulary as a label: its leading space left out, what cannot be seen named."""
    text = model.tokenizer.text_of(id)
    if id == model.tokenizer.end_id:
        return "(end)"
    if text == "\n":
        return "(new line)"
    return text.removeprefix(" ") or "␣"


def probabilities(trace: Trace, temperature: float = 1.0) -> np.ndarray:
    """softmax(logits / temperature) after the last token: [vocab]."""
    logits = trace.logits[-1].astype(np.float64) / temperature
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


def likeliest(
    model: LanguageModel, trace: Trace, temperature: float = 1.0, *, count: int
) -> tuple[list[str], np.ndarray]:
    """Labels and probabilities of the `count` likeliest next tokens, likeliest first."""
    chances = probabilities(trace, temperature)
    order = np.argsort(-chances, kind="stable")[:count]
    return [shown(model, int(id)) for id in order], chances[order]
