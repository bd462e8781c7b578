import numpy as np

from transformer import load_words

words = load_words("words")
W, place = words.vectors, words.place(word)
one_hot = (np.arange(len(W)) == place).astype(np.float32)  # 0 everywhere, 1 at the word's own place
result = one_hot @ W  # the same numbers as W[place]
