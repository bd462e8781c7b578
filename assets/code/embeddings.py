import numpy as np

W_E = model.transformer.embedding.weight.numpy()
rows = W_E[[token.id for token in trace.tokens]]
units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
cosines = units @ units.T
result = rows * np.sqrt(trace.config.d_model)  # embedded: what the model goes on with
