import torch

stages, cap = trace.layers[layer], trace.plan.softcap
queries, keys, values, masked = (
    torch.tensor(part[head]) for part in (stages.queries, stages.keys, stages.values, stages.masked)
)
scaled = queries @ keys.T * trace.factor  # 1 / √d_head, if the plan says nothing else
scaled = scaled if cap is None else cap * torch.tanh(scaled / cap)
pattern = scaled.masked_fill(masked.isneginf(), float("-inf")).softmax(dim=-1)
for edit in trace.intervention.edits:  # rows that are set by hand
    if (edit.stage, edit.layer, edit.head) == ("pattern", layer, head):
        pattern[edit.position] = edit.value.tensor
result = pattern @ values  # context
