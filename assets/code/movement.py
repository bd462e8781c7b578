import numpy as np

stages = trace.layers[layer]
W_O = model.transformer.block(layer).attention.output.weight.T.numpy()
rows = W_O.reshape(trace.config.n_heads, trace.config.d_head, trace.config.d_model)  # of each head
lengths = np.linalg.norm(stages.values @ rows, axis=-1)  # |value W_O|: [head, pos]
result = stages.pattern[:, query] * lengths  # how much each token moved the one at `query`
