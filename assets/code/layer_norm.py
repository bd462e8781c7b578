import numpy as np

block, stages = model.transformer.block(layer), trace.layers[layer]
norm, x = {
    "before attention": (block.attention_norm, stages.residual_in),
    "before FFN": (block.mlp_norm, stages.residual_mid),
    "before unembedding": (model.transformer.final_norm, trace.layers[-1].residual_out),
}[where]
x = factor * x + shift
normalized = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + norm.eps)
result = norm.weight.numpy() * normalized + norm.bias.numpy()  # gamma and beta
