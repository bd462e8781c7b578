import numpy as np

from transformer import load_words

words = load_words("words")
king, man, woman = (words.units[words.place(word)] for word in ("king", "man", "woman"))
total = king - man + woman
cosines = words.units @ total / np.linalg.norm(total)
nearest = [words.words[place] for place in np.argsort(-cosines)[:5]]
result = cosines[words.place("queen")]
