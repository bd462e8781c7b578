import numpy as np
import torch

X = {
    "length 1": trace.embedded / np.linalg.norm(trace.embedded, axis=1, keepdims=True),
    "embedded": trace.embedded,
    "normalized residual": model.transformer.block(layer).attention_norm(torch.tensor(trace.layers[layer].residual_in)),
}[vectors]
scores = np.asarray(X @ X.T)
masked = np.where(np.tri(len(scores), dtype=bool), scores, -np.inf) if hide_later else scores
powers = np.exp(masked - masked.max(axis=1, keepdims=True))
result = powers / powers.sum(axis=1, keepdims=True) @ np.asarray(X)  # context, without projections
