import torch

x, block = torch.tensor(trace.layers[layer].residual_in), model.transformer.block(layer)
y, a, b = torch.randn_like(x), 0.5, 0.5
w_v = block.attention.value.weight.unflatten(0, (trace.config.n_heads, -1))[head].T  # [d_model, d_head]
pattern = torch.tensor(trace.layers[layer].pattern[head])
attention = lambda vectors: pattern @ vectors @ w_v  # the weights held fast
ffn = lambda vectors: block.mlp_out(torch.nn.functional.gelu(block.mlp_in(vectors)))
result, bent = (f(a * x + b * y) - (a * f(x) + b * f(y)) for f in (attention, ffn))  # zero, and not zero
