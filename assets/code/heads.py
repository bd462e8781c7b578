import torch

w_o = model.transformer.block(layer).attention.output.weight.T  # [d_model, d_model]
rows = w_o.unflatten(0, (trace.config.n_heads, trace.config.d_head))  # the rows of each head: [head, d_head, d_model]
added = torch.tensor(trace.layers[layer].context) @ rows  # what each head adds: [head, pos, d_model]
lengths = added[:, -1].norm(dim=-1)  # the bars
result = added.sum(0)  # attended: the same as concatenating the heads and multiplying by W_O once
