import torch

output = model.transformer.block(layer).attention.output.requires_grad_(False)
rows = output.weight.T.unflatten(0, (trace.plan.n_heads, trace.plan.d_head))  # those of each head, [d_head, d_model]
added = torch.tensor(trace.layers[layer].context) @ rows  # what each head adds: [head, pos, d_model]
lengths = added[:, -1].norm(dim=-1)  # the bars
result = added.sum(0) if output.bias is None else added.sum(0) + output.bias  # attended
