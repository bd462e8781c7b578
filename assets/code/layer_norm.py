import numpy as np

norm, x = model.transformer.block(layer).mlp_norm, factor * trace.layers[layer].residual_mid
normalized = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + norm.eps)
result = norm.weight.numpy() * normalized + norm.bias.numpy()  # gamma and beta
