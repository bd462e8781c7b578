import copy

import torch
from torch.nn.functional import cross_entropy

ids = torch.tensor([token.id for token in trace.tokens])
learner = copy.deepcopy(model.transformer).requires_grad_(True)  # the model itself stays as it is
optimizer = torch.optim.SGD(learner.parameters(), lr=rate)
losses = []
with torch.enable_grad():
    for _ in range(10):
        loss = cross_entropy(learner(ids)[:-1], ids[1:])  # of each next token, in nats
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # w <- w - rate * gradient
result = losses
