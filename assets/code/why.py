from transformer import Intervention
from transformer.readings.deciding import deciding
from transformer.words import words_of

parts = deciding(model, trace)  # the likeliest next word, without each head, and without each FFN
before = [word.tokens for word in words_of(trace.text, trace.tokens)[:-1]]
result = [parts.probability, *parts.without_heads.ravel(), *parts.without_ffns]
for hidden in [*before, sum(before, ())]:  # and with each word before the last hidden from all heads, then all of them
    cells = frozenset((trace.last, place) for place in hidden)
    hides = model.trace(trace.text, Intervention(toggled=cells))
    result.append(hides.probabilities[trace.last, parts.word])
