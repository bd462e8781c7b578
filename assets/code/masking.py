import numpy as np

query, key = np.indices(trace.layers[layer].scaled[head].shape)
may_look = {"causal": key <= query, "none": key >= 0, "window": (key <= query) & (key > query - 4)}
masked = np.where(may_look[trace.intervention.mask], trace.layers[layer].scaled[head], -np.inf)
powers = np.exp(masked - masked.max(axis=-1, keepdims=True))  # exp(-inf) is 0
result = powers / powers.sum(axis=-1, keepdims=True)  # pattern
