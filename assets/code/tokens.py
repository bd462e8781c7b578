import numpy as np

encoding = model.tokenizer.bpe.encode(" " + trace.text)  # a space first: the first word is then as in mid-sentence
result = np.array(encoding.ids)
pieces = encoding.tokens  # each byte as one printable letter: Ġ is the space
