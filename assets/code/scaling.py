import numpy as np

scores, change = trace.layers[layer].scores[head], trace.intervention
root = np.sqrt(trace.config.d_head) if change.scaled else 1.0
scaled = scores * change.multiplier / root
masked = np.where(np.tri(len(scores), dtype=bool), scaled, -np.inf)
powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
result = powers / powers.sum(axis=-1, keepdims=True)  # pattern
