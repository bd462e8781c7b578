"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from headlight.views import Page

PAGE = Page(
    title="Positions",
    question="How does the model know which word comes first?",
    views={
        "positions": "Waves",
        "every_position": "Every position",
        "plain_number": "One plain number",
        "position_twins": "Four twins",
        "beyond_training": "Beyond the training",
        "told_positions": "How they are told",
    },
)
