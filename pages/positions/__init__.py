"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from headlight.pages import Page

PAGE = Page(
    title="Positions",
    question="How does the model know which word comes first?",
    views={
        "positions": "Word + position",
        "every_position": "Waves",
        "position_twins": "Four twins",
        "beyond_training": "Beyond the training",
    },
    part="positions",
)
