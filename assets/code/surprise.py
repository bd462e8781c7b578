import numpy as np

# After each token a probability for every token of the vocabulary; the one that really came next counts.
came_next = [token.id for token in trace.tokens[1:]]
result = -np.log2(trace.probabilities[np.arange(len(came_next)), came_next])  # in bits
