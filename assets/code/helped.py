import torch
from torch.nn.functional import cross_entropy

ids = torch.tensor([token.id for token in trace.tokens])
with torch.enable_grad():
    stream = torch.tensor(trace.layers[0].residual_in).requires_grad_()
    may_look = torch.ones(len(ids), len(ids), dtype=torch.bool).tril()
    blocks = []
    for at, block in enumerate(model.transformer.blocks):
        blocks.append(block(stream if at == 0 else blocks[-1].residual_out, torch.arange(len(ids)), may_look, at))
    logits = model.transformer.unembedding(model.transformer.final_norm(blocks[-1].residual_out))
    next_ids = torch.cat((ids[1:], logits[-1].topk(12).indices[candidate - 1, None]))
    losses = cross_entropy(logits, next_ids, reduction="none")  # of each next token, in nats
    of = {"every word": slice(len(ids) - 1), "one word": [max(1, token) - 1], "the next word": [-1]}[loss_of]
    (gradient,) = torch.autograd.grad(losses[of].mean(), blocks[layer].attention.scores)
result = gradient[head]  # [query, key]: below 0 where a higher score would lower the loss
