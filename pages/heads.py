"""Heads: one layer's heads side by side, what becomes of them averaged, and their sizes."""

from headlight.frame import page

page.show("heads")
