import numpy as np

stages = trace.layers[layer]
masked = np.where(np.isneginf(stages.masked[head]), -np.inf, stages.scaled[head])
powers = np.exp(masked - masked.max(axis=-1, keepdims=True))  # exp(-inf) is 0
result = powers / powers.sum(axis=-1, keepdims=True)  # pattern
