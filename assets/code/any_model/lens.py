import numpy as np
import torch

stream = [trace.layers[0].residual_in, *(stages.residual_out for stages in trace.layers)]  # as it enters, after each
own = trace.embedded[token] if without_itself else 0.0
states = torch.tensor(np.stack([state[token] - own for state in stream]))  # of one token: [n_layers + 1, d_model]
logits = trace.logits_of(model.transformer.final_norm(states).detach().numpy())
powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
result = (powers / powers.sum(axis=-1, keepdims=True)).max(axis=-1)  # how sure each layer would be
