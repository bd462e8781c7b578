import numpy as np

from transformer import load_words

words = load_words("words")
one, other, more = (words.units[words.row_of(word)] for word in (first, minus, plus))
total = one - other + more
cosines = words.units @ total / np.linalg.norm(total)
if left_out:  # the three words themselves
    cosines[[words.row_of(word) for word in (first, minus, plus)]] = -1
rows = np.argsort(-cosines)[:8]
nearest = [words.words[row] for row in rows]
result = cosines[rows]
