"""Attention: one head from its pattern to what it brings back, all of it by hand, as a dictionary, and its shapes."""

from headlight.frame import page

page.show("attention")
