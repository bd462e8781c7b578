import numpy as np

of_layer = trace.layers[layer]
s, h = of_layer.queries[head, query], of_layer.keys[head, : query + 1]  # the dot product has h @ s / sqrt(len(s))
W_s, W_h, v = scorer  # what the additive scorer has learned: two matrices and a vector
scores = np.tanh(s @ W_s.T + h @ W_h.T) @ v
result = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
