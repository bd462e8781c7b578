import torch

from transformer import load

cross = load("translate").translate(english, beams=beams).trace.cross[layer]
scores = torch.tensor(cross.queries) @ torch.tensor(cross.keys).transpose(1, 2)  # French rows, English columns
result = torch.softmax(scores / cross.queries.shape[-1] ** 0.5, dim=-1)  # of every head; their mean: result.mean(0)
