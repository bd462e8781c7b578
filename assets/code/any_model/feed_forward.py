import torch

block, stages = model.transformer.block(layer), trace.layers[layer]
read = block.mlp_norm(torch.tensor(stages.residual_in if trace.plan.parallel else stages.residual_mid))
if trace.plan.gated:
    hidden = block.activation(block.mlp_gate(read)) * block.mlp_in(read)  # [pos, d_mlp]
else:
    hidden = block.activation(block.mlp_in(read))
result = hidden[token].detach().abs().topk(8).values  # of the units that fire most for one token
