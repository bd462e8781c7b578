import torch

from transformer.experiments.reach import drawn, random_inputs


def norm(projections, words):
    def last_output(first):
        text = torch.cat((first[None], words[1:]))
        queries, keys, values = (text @ matrix for matrix in projections)
        return (queries[-1] @ keys.T / len(first) ** 0.5).softmax(dim=-1) @ values

    return torch.autograd.functional.jacobian(last_output, words[0]).norm()


norms = []
for first in range(seed, seed + 1000 * networks // 8, 1000):
    drawing, texts = drawn(first, draws=8, layers=1), random_inputs(first, draws=8, length=64)
    norms += [norm(drawing.projections[draw, 0], texts[draw, : distance + 1]) for draw in range(8)]
result = torch.stack(norms).log().mean().exp()  # self-attention at this distance: the geometric mean
