"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from headlight.frame import page

page.show("positions")
