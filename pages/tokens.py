"""Tokens: how the sentence is cut into pieces, each with a number, and how other texts are cut."""

from headlight.frame import page

page.show("tokens")
