"""Heads: one layer's heads side by side, what becomes of them averaged, and their sizes."""

from headlight.frame import page
from headlight.views.heads import averaged_heads, heads, sizes

page.show("heads", heads.show, averaged_heads.show, sizes.show)
