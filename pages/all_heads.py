"""All heads: the whole model on one screen, repainted with every key."""

from headlight.frame import page
from headlight.views.all_heads import all_heads

page.show("all_heads", all_heads.show)
