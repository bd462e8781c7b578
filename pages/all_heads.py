"""All heads: the whole model on one screen, repainted with every key."""

from ui import page
from views import all_heads

page.show("all_heads", all_heads.show)
