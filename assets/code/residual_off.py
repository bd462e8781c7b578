import torch

block, x = model.transformer.block(layer), torch.tensor(trace.layers[layer].residual_in)
places, may_look = torch.arange(len(x)), torch.ones(len(x), len(x), dtype=torch.bool).tril()
attended, _ = block.attention(block.attention_norm(x), places, may_look, layer)  # as trained: x + attended
result = block.mlp_out(torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(attended))))  # switched off: no "+ ..."
