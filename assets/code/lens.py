import numpy as np
import torch
from transformer.bundled.affine_lens import affine_lens

stream = [trace.layers[0].residual_in, *(stages.residual_out for stages in trace.layers)]  # as it enters, after each
own = trace.embedded[token] if without_itself else 0.0
states = torch.tensor(np.stack([state[token] - own for state in stream]))  # of one token: [n_layers + 1, d_model]
if lens_reading == "by a fitted map":  # one linear step for each state but the last, of its numbers and a 1
    maps = torch.tensor(affine_lens(model.name))  # [n_layers, d_model + 1, d_model]
    inputs = torch.cat((states[:-1], torch.ones(len(maps), 1)), dim=1)
    states = torch.cat((torch.einsum("li,lid->ld", inputs, maps), states[-1:]))
logits = model.transformer.unembedding(model.transformer.final_norm(states))
result = logits.softmax(-1).max(-1).values  # how sure each layer would be
