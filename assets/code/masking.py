import torch

scaled, change = torch.tensor(trace.layers[layer].scaled[head]), trace.intervention
places, end = torch.arange(len(scaled)), len(scaled) - change.padding  # the text ends here, then comes padding
ahead = places[:, None] - places[None, :]  # how far back a key lies; below 0 it comes later
open_cells = {"none": ahead == ahead, "causal": ahead >= 0, "window": (ahead >= 0) & (ahead < change.window)}[change.mask]
if change.padding_hidden:
    open_cells = open_cells & ((places < end) | (ahead == 0))
for query, key in change.toggled:
    open_cells[query, key] = ~open_cells[query, key]
mask = torch.where(open_cells, 0.0, float("-inf"))
result = (scaled + mask).softmax(dim=-1)  # pattern
