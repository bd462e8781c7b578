import torch

from transformer import Intervention

order = torch.randperm(len(trace.tokens))
ids = torch.tensor([token.id for token in trace.tokens])
blind = Intervention(mask="none", positions=False)


def f(ids):
    return model.transformer.stages(ids, blind).final


result = f(ids[order]) - f(ids)[order]  # f(Px) - P f(x): zero, but for rounding
