"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from ui import page
from views import position_twins, positions

page.show("positions", positions.show, position_twins.show)
