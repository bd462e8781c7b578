"""How surprised a model is by a text: the negative log-likelihood of each next token, in nats."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.softmax import losses
from transformer.trace import Trace


def token_losses(trace: Trace) -> Float[Array, " next"]:
    """-ln p of tokens 1, 2, ... of the text, each given what the model saw up to it; empty for a text of one token.

    Padding is no text: nothing is asked of it.
    """
    return losses(trace.logits[: trace.last], [token.id for token in trace.tokens[1 : trace.last + 1]])


def surprises(trace: Trace) -> Float[Array, " next"]:
    """`token_losses` in bits: -log2 of the probability that the model had given to each token."""
    return token_losses(trace) / np.log(2)


def sentence_loss(trace: Trace) -> float:
    """The mean of `token_losses`, in nats per token.

    Raises:
        ValueError: if the text has one token, so that there is no next token to predict.
    """
    losses = token_losses(trace)
    if not len(losses):
        raise ValueError("a text of one token has no next token to predict")
    return float(losses.mean())
