import numpy as np

tempered = trace.next_logits.astype(np.float64) / temperature
powers = np.exp(tempered - tempered.max())
probabilities = powers / powers.sum()
order = np.argsort(-probabilities, kind="stable")[:top_k]  # top-k; None keeps all
among = probabilities[order] / probabilities[order].sum()
order = order[: np.searchsorted(among.cumsum(), top_p) + 1]  # top-p: the fewest that reach it
result = np.zeros_like(probabilities)
result[order] = probabilities[order] / probabilities[order].sum()  # what is drawn from
