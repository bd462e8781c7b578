"""Tokens: how the sentence is cut into pieces, each with a number, and how other texts are cut."""

from headlight.frame import page
from headlight.views.tokens import kinds_of_text, tokens

page.show("tokens", tokens.show, kinds_of_text.show)
