import torch

stages = trace.layers[layer]
queries, keys, values = (torch.tensor(part[head]) for part in (stages.queries, stages.keys, stages.values))
scaled = queries @ keys.T / keys.shape[-1] ** 0.5
later = torch.ones(scaled.shape, dtype=torch.bool).triu(1)
pattern = scaled.masked_fill(later, float("-inf")).softmax(dim=-1)
for edit in trace.intervention.edits:  # rows that are set by hand
    if (edit.stage, edit.layer, edit.head) == ("pattern", layer, head):
        pattern[edit.position] = edit.value.tensor
result = pattern @ values  # context
