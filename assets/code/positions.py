import numpy as np

n_tokens, d_model = trace.embedded.shape
angles = np.arange(n_tokens)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / d_model)
positions = np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(n_tokens, d_model)
on = trace.intervention.positions  # switched off, zeros are added
result = trace.embedded + positions * on  # residual_in of the first layer
products = positions @ positions.T
