"""Attention: one head from its pattern to what it brings back, by hand, in four words, and as a dictionary."""

from headlight.frame import page

page.show("attention")
