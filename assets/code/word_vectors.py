# With the dials as they begin.
import numpy as np

from transformer import load_words

words = load_words("words")
v = words.vectors[words.row_of(word)]  # the word in the middle of the window
u = words.contexts[[words.row_of(other) for other in around]]  # its neighbours
result = 1 / (1 + np.exp(-(u @ v)))
