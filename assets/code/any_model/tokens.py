import numpy as np

encoding = model.tokenizer.pieces.encode(trace.text)
result = np.array(encoding.ids)
pieces = encoding.tokens  # as its list has them: Ġ or ▁ is a space, ## goes on with a word
