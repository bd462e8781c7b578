was, were = (model.tokenizer.encode(verb)[0].id for verb in ("was", "were"))
logits = model.trace("The people who saw the dog").next_logits
result = logits[was] - logits[were]  # ln(p(was) / p(were)): the sums of the two softmaxes are the same and cancel
