import numpy as np

block, stages = model.transformer.block(layer).requires_grad_(False), trace.layers[layer]
norm, x = block.mlp_norm, factor * (stages.residual_in if trace.plan.parallel else stages.residual_mid)
if trace.plan.norm == "rms":  # no mean, no beta
    result = norm.weight.numpy() * x / np.sqrt(np.square(x).mean(-1, keepdims=True) + norm.eps)
else:
    normalized = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + norm.eps)
    result = norm.weight.numpy() * normalized + norm.bias.numpy()  # gamma and beta
