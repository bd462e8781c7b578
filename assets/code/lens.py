import torch

stream = [trace.layers[0].residual_in, *(stages.residual_out for stages in trace.layers)]  # as it enters, after each
last = torch.tensor([state[-1].tolist() for state in stream])  # of the last token: [n_layers + 1, d_model]
logits = model.transformer.unembedding(model.transformer.final_norm(last))
result = logits.softmax(-1).max(-1).values  # how sure each layer would be
