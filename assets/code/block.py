import numpy as np

stages = trace.layers[layer]
added = stages.residual_mid - stages.residual_in  # what attention adds: attended
lengths = np.linalg.norm(stages.residual_in, axis=-1), np.linalg.norm(added, axis=-1)
cosine = (stages.residual_in * added).sum(-1) / (lengths[0] * lengths[1])
result = np.sqrt(lengths[0] ** 2 + lengths[1] ** 2 + 2 * lengths[0] * lengths[1] * cosine)  # of residual_mid
