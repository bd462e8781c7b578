"""Positions: waves added to the embeddings, and three other ways to tell a model the order."""

from headlight.frame import page
from headlight.views.positions import (
    beyond_training,
    every_position,
    plain_number,
    position_twins,
    positions,
    told_positions,
)

page.show(
    "positions",
    positions.show,
    every_position.show,
    plain_number.show,
    position_twins.show,
    beyond_training.show,
    told_positions.show,
)
