shorter = trace.text  # at a step of writing: the text so far, without what was written later
step = model.trace(shorter)
result = step.layers[layer].pattern[head, -1]  # where its last token looks when the next one is predicted
