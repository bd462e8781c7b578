"""Heads: one layer's heads side by side, what each adds, and what changes when some fall silent."""

from ui import page
from views import heads

page.show("heads", heads.show)
