import numpy as np

heads = [model.trace(sentence).layers[layer] for sentence in sentences]  # the texts that the dense layer is fitted on
fixed = np.mean([stages.pattern[head, query, : query + 1] for stages in heads], axis=0)  # its row: the same for any text
own = trace.layers[layer].values[head, : query + 1]
result = fixed @ own  # the dense layer; the head itself: trace.layers[layer].pattern[head, query, : query + 1] @ own
