import numpy as np

from transformer import load_growing

growing = load_growing()  # reads no weights yet
result = []
for step in growing.steps:
    logits = growing.at(step).trace(trace.text).logits  # the weights after so many steps
    shifted = logits[:-1] - logits[:-1].max(axis=-1, keepdims=True)
    ids = [token.id for token in trace.tokens[1:]]
    chances = [row[id] for row, id in zip(shifted, ids)]
    result.append(-(chances - np.log(np.exp(shifted).sum(axis=-1))).mean())
