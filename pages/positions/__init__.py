"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from headlight.pages import Page

PAGE = Page(
    title="Positions",
    question="How does the model know which word comes first?",
    views={
        "positions": "Word + position",
        "position_twins": "Four encodings",
    },
    part="positions",
)
