"""All heads: the whole model on one screen, repainted with every key."""

from headlight.pages import Page

PAGE = Page("All heads", "What do all heads do with this sentence at once?", {"all_heads": "All heads"}, part="layers")
