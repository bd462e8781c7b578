import numpy as np

one, other = (model.trace(text) for text in ("the river bank", "She will bank the basketball"))
pairs = zip(one.layers, other.layers)  # "bank" stands at position 2 in both
vectors = [(a.residual_out[2], b.residual_out[2]) for a, b in pairs]
result = [a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in vectors]  # cosine after each layer
