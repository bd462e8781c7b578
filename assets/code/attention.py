import torch

stages = trace.layers[layer]
queries, keys, values = (torch.tensor(part[head]) for part in (stages.queries, stages.keys, stages.values))
scaled = queries @ keys.T / keys.shape[-1] ** 0.5
later = torch.ones(scaled.shape, dtype=torch.bool).triu(1)
pattern = scaled.masked_fill(later, float("-inf")).softmax(dim=-1)
for at, edited, query, weights in trace.intervention.rows:  # by hand
    if (at, edited) == (layer, head):
        pattern[query] = torch.tensor(weights)
result = pattern @ values  # context
