import torch

row = torch.tensor(trace.layers[layer].masked[head, -1])  # the last row, before softmax
p = row.softmax(-1)
jacobian = torch.diag(p) - torch.outer(p, p)
result = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), row)  # by torch: the same
norm = jacobian.norm()  # towards 0 as the row becomes one-hot
