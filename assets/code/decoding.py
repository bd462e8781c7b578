import torch

queries, keys, values = (torch.tensor(getattr(trace.cross[layer], name)) for name in ("queries", "keys", "values"))
weights = (queries @ keys.transpose(1, 2) / queries.shape[-1] ** 0.5).softmax(dim=-1)  # [head, target, source]
result = weights @ values  # context: what each French piece brings back from the English
