import torch

x, block = torch.tensor(trace.layers[layer].residual_in), model.transformer.blocks[layer]
y, a, b = torch.randn_like(x) * x.std(), share, 1 - share
norm, w_v = block.attention_norm, block.attention.value.weight.unflatten(0, (trace.config.n_heads, -1))[head].T
pattern, deviation = torch.tensor(trace.layers[layer].pattern[head]), x.std(-1, correction=0, keepdim=True)
held = lambda stream: (stream - stream.mean(-1, keepdim=True)) / deviation * norm.weight + norm.bias  # as it is for x
attention = lambda stream: pattern @ held(stream) @ w_v  # the weights and the norm held fast
bending = lambda stream: pattern @ norm(stream) @ w_v  # the norm let go
result, bent = (f(a * x + b * y) - (a * f(x) + b * f(y)) for f in (attention, bending))  # zero, and not zero
