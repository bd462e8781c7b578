import numpy as np

final = trace.final[token]
id = np.argsort(-(trace.unembedding @ final), kind="stable")[candidate - 1]  # or that of any other token
products = final * trace.unembedding[id]  # final, times the row of W_U, number by number
result = products.sum()  # its logit
