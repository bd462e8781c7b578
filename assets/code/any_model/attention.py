import torch

stages, cap = trace.layers[layer], trace.plan.softcap
queries, keys, values, masked = (
    torch.tensor(part[head]) for part in (stages.queries, stages.keys, stages.values, stages.masked)
)
scaled = queries @ keys.T * trace.factor  # 1 / √d_head, if the plan says nothing else
scaled = scaled if cap is None else cap * torch.tanh(scaled / cap)
pattern = scaled.masked_fill(masked.isneginf(), float("-inf")).softmax(dim=-1)
for at, edited, query, weights in trace.intervention.rows:  # by hand
    if (at, edited) == (layer, head):
        pattern[query] = torch.tensor(weights)
result = pattern @ values  # context
