"""All heads: the whole model on one screen, repainted with every key."""

from headlight.frame import page

page.show("all_heads")
