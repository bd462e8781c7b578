"""Tokens: how the sentence is cut into pieces, each with a number."""

from ui import page
from views import tokens

page.show("tokens", tokens.show)
