import numpy as np

from transformer import load_words

words = load_words("words")
v = words.vectors[words.place("bear")]  # the word in the middle of the window
u = words.contexts[[words.place("through"), words.place("country")]]  # its neighbours
result = 1 / (1 + np.exp(-(u @ v)))
