# With the dials as they begin.
import numpy as np

looked_up, temperature = "Shakespeare", 0.1
entries = {"Vincent van Gogh": "painter", "William Shakespeare": "playwright", "Charles Dickens": "writer"}
W_E = model.transformer.embedding.weight.numpy()
units = W_E / np.linalg.norm(W_E, axis=1, keepdims=True)
vectors = [units[[token.id for token in model.tokenizer.encode(text)]].mean(axis=0) for text in (looked_up, *entries)]
query, *keys = [vector / np.linalg.norm(vector) for vector in vectors]
powers = np.exp(np.array(keys) @ query / temperature)
result = powers / powers.sum()  # the weight of each value
