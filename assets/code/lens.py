import numpy as np
import torch

stream = [trace.layers[0].residual_in, *(stages.residual_out for stages in trace.layers)]  # as it enters, after each
own = trace.embedded[token] if without_itself else 0.0
states = torch.tensor(np.stack([state[token] - own for state in stream]))  # of one token: [n_layers + 1, d_model]
logits = model.transformer.unembedding(model.transformer.final_norm(states))
result = logits.softmax(-1).max(-1).values  # how sure each layer would be
