import torch

block, middle = model.transformer.block(layer), torch.tensor(trace.layers[layer].residual_mid)
hidden = torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(middle)))  # [pos, d_mlp]
result = hidden[token].topk(8).values  # the units that fire most for one token
