import numpy as np

stages, cap = trace.layers[layer], trace.plan.softcap
scaled = stages.scores[head] * trace.factor  # 1 / √d_head, if the plan says nothing else, × multiplier / temperature
scaled = scaled if cap is None else cap * np.tanh(scaled / cap)
masked = np.where(np.isneginf(stages.masked[head]), -np.inf, scaled)
powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
result = powers / powers.sum(axis=-1, keepdims=True)  # pattern
entropy = -np.sum(result * np.log(result, where=result > 0, out=np.zeros_like(result)), axis=-1)  # nats, of each row
