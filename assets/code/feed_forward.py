import torch

block, middle = model.transformer.block(layer), torch.tensor(trace.layers[layer].residual_mid)
hidden = torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(middle)))  # [pos, d_mlp]
result = hidden[-1].topk(8).values  # the units that fire most for the last token
