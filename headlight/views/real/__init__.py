"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""
