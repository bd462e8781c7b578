"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""

from headlight.frame import page

page.show("real")
