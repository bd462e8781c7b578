import numpy as np
from transformer import Intervention, edits
from transformer.readings.deciding import deciding
from transformer.words import words_of

parts = deciding(model, trace)  # the most likely next word, without each head, and without each FFN
before = [list(word.tokens) for word in words_of(trace.text, trace.tokens)[:-1]]
left = []
for hidden in [*before, sum(before, [])]:  # with each word before the last hidden from all heads, then with all of them
    cells = frozenset((trace.last, position) for position in hidden)
    again = model.trace(trace.text, Intervention(toggled=cells))
    left.append(again.probabilities[trace.last, parts.word])
needed = before[int(np.argmin(left[:-1]))] if before else []  # the word without which the next one is least likely
for layer, head in np.ndindex(parts.without_heads.shape):  # with that word hidden from each head that attends to it
    row = trace.layers[layer].pattern[head, trace.last].astype(float)
    if row[needed].sum() >= 0.03:
        row[needed] = 0
        again = model.trace(trace.text, Intervention(edits=(edits.row(layer, head, trace.last, row / row.sum()),)))
        left.append(again.probabilities[trace.last, parts.word])
result = [parts.probability, *parts.without_heads.ravel(), *parts.without_ffns, *left]
