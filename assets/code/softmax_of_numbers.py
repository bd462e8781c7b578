import torch

x = torch.tensor(numbers, dtype=torch.float64)  # yours times the multiplier, or the scores of random keys
result = x.softmax(-1)  # the weights
jacobian = torch.diag(result) - torch.outer(result, result)
by_torch = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), x)  # the same
norm = jacobian.norm()  # towards 0 as the weights become one-hot
