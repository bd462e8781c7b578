import torch

from transformer import load

cross = load("translate").translate("The red car", beams=1).trace.cross[1]
scores = torch.tensor(cross.queries[3]) @ torch.tensor(cross.keys[3]).T  # French rows, English columns
result = torch.softmax(scores / cross.queries.shape[-1] ** 0.5, dim=-1)
