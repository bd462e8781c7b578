# With the dials as they begin.
import numpy as np

heads = [model.trace(sentence).layers[layer] for sentence in sentences]  # the texts that the dense layer is fitted on
values = np.concatenate([stages.values[head, : query + 1].T for stages in heads])  # a row for each text and dimension
aims = np.concatenate([stages.context[head, query] for stages in heads])
fixed = np.linalg.lstsq(values, aims, rcond=None)[0]  # the query's row of the dense layer: what training would find
own = trace.layers[layer].values[head, : query + 1]
result = fixed @ own  # the dense layer; the head itself: trace.layers[layer].pattern[head, query, : query + 1] @ own
