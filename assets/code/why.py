from transformer import Intervention, edits
from transformer.readings.deciding import deciding
from transformer.words import words_of

parts = deciding(model, trace)  # the most likely next word, without each head, and without each FFN
before = [list(word.tokens) for word in words_of(trace.text, trace.tokens)[:-1]]
result = [parts.probability, *parts.without_heads.ravel(), *parts.without_ffns]
for hidden in [*before, sum(before, [])]:  # with each word before the last hidden from all heads, then with all of them
    cells = frozenset((trace.last, position) for position in hidden)
    again = model.trace(trace.text, Intervention(toggled=cells))
    result.append(again.probabilities[trace.last, parts.word])
for hidden in before:  # and with each hidden from the one head that matters most
    row = trace.layers[parts.head.layer].pattern[parts.head.head, trace.last].astype(float)
    row[hidden] = 0
    again = model.trace(trace.text, Intervention(edits=(edits.row(*parts.head, trace.last, row / row.sum()),)))
    result.append(again.probabilities[trace.last, parts.word])
