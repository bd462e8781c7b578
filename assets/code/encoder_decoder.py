import torch

memory = torch.tensor(trace.memory)  # [source, d_model]: what every cross-attention reads
attention = translator.model.decoder_blocks[layer].cross_attention  # its own W_K makes the keys of every head
keys = attention.key(memory).unflatten(-1, (6, 32)).transpose(0, 1)
result = keys  # [head, source, d_head]
