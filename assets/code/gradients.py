import torch

from transformer.experiments.reach import drawn, random_inputs

drawing, texts = drawn(seed, draws=8, layers=1), random_inputs(seed, draws=8, length=64)


def norm(projections, words):
    def last_output(first):
        text = torch.cat((first[None], words[1:]))
        queries, keys, values = (text @ matrix for matrix in projections)
        return (queries[-1] @ keys.T / len(first) ** 0.5).softmax(dim=-1) @ values

    return torch.autograd.functional.jacobian(last_output, words[0]).norm()


norms = [norm(drawing.projections[draw, 0], texts[draw, : distance + 1]) for draw in range(8)]
result = torch.stack(norms).log().mean().exp()  # self-attention at this distance: the geometric mean of eight
