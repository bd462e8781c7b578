import numpy as np

one, other = model.trace(text), model.trace(text_2)  # two sentences with the word, its tokens at `places` in each
pairs = zip(one.layers, other.layers)
vectors = [(a.residual_out[places].mean(0), b.residual_out[places_2].mean(0)) for a, b in pairs]
result = [a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in vectors]  # cosine after each layer
