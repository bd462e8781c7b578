result = trace.layers[layer].pattern[head, -1]  # where the last token looks when the next one is predicted
