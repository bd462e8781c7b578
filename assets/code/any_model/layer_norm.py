import numpy as np

norm, x = model.transformer.block(layer).attention_norm.requires_grad_(False), trace.layers[layer].residual_in
if trace.plan.norm == "rms":  # no mean, no beta
    result = norm.weight.numpy() * x / np.sqrt(np.square(x).mean(-1, keepdims=True) + norm.eps)
else:
    normalized = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + norm.eps)
    result = norm.weight.numpy() * normalized + norm.bias.numpy()  # gamma and beta
