# With the dials as they begin.
import numpy as np

s, h = trace.layers[layer].queries[head], trace.layers[layer].keys[head]  # the same for both
random, d, width = np.random.default_rng(0), s.shape[1], 32
W_s, W_h = (random.standard_normal((width, d)) / np.sqrt(d) for _ in range(2))
v = random.standard_normal(width) / np.sqrt(width)
result = np.tanh((s @ W_s.T)[:, None] + (h @ W_h.T)) @ v  # additive scores
scaled = s @ h.T / np.sqrt(d)  # dot-product scores
