"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""

from headlight.pages import Page

PAGE = Page("Real models", "Do large models work like this?", {"real": "Real models"}, part="layers")
