import numpy as np

s, h = trace.layers[layer].queries[head], trace.layers[layer].keys[head]  # the same for both
W_s, W_h, v = scorer  # what the additive scorer has learned, or was drawn with: two matrices and a vector
result = np.tanh((s @ W_s.T)[:, None] + (h @ W_h.T)) @ v  # additive scores
scaled = s @ h.T / np.sqrt(s.shape[1])  # dot-product scores
