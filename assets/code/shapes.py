import torch

block, config = model.transformer.block(layer), trace.config
texts = torch.tensor(trace.layers[layer].residual_in).expand(32, -1, -1)  # B x n x d_model: one text, 32 times
normalized = block.attention_norm(texts)
queries, keys = (
    projection(normalized)  # B x n x d_model; the learned matrix has no batch axis
    .unflatten(-1, (config.n_heads, config.d_head))  # B x n x h x d_head
    .transpose(1, 2)  # B x h x n x d_head
    for projection in (block.attention.query, block.attention.key)
)
scores = queries @ keys.transpose(-2, -1)  # B x h x n x n: text and head stand still, the last two axes are multiplied
scaled = scores / config.d_head**0.5  # the same shape
result = scaled[-1, head]
