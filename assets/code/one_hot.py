import numpy as np

from transformer import load_words

words = load_words("words")
W, row = words.vectors, words.row_of(word)
one_hot = (np.arange(len(W)) == row).astype(np.float32)  # 0 everywhere, 1 at the word's own row
result = one_hot @ W  # the same numbers as W[row]
