import torch

block, x = model.transformer.block(layer), torch.tensor(trace.layers[layer].residual_in)
cut = {name for at, name in trace.intervention.residual_off if at == layer}  # around these no "x + ..."
places, may_look = torch.arange(len(x)), torch.ones(len(x), len(x), dtype=torch.bool).tril()
attended, _ = block.attention(block.attention_norm(x), places, may_look, layer)
middle = attended if "attention" in cut else x + attended
added = block.mlp_out(torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(middle))))
result = added if "ffn" in cut else middle + added  # residual_out
