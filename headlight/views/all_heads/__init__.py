"""All heads: the whole model on one screen, repainted with every key."""

from headlight.views import Page

PAGE = Page(
    title="All heads",
    question="What do all heads do with this sentence at once?",
    views={
        "all_heads": "All heads",
    },
)
