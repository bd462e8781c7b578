"""Everyday questions to a model, in a line each: `open` one, `run` a text, change it, and ask the run."""
