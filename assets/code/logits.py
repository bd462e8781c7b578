token = trace.next_logits.argmax()  # or any other id
products = trace.final[-1] * trace.unembedding[token]  # final, times the token's row of W_U, number by number
result = products.sum()  # its logit
