from transformer import learn

# One core, a few seconds. The same seed gives the same run.
run = learn("reverse", seed=11, seconds=30, steps=100)
got = run.learned  # the first measurement with 95 % of the answers right
trace = run.model.trace("headlist|tsildaeh")
result = trace.layers[0].pattern[0]  # [query, key]: the anti-diagonal
