"""Tokens: how the sentence is cut into pieces, each with a number, and how other texts are cut."""

from headlight.pages import Page

PAGE = Page("Tokens", "What does the model see of a text?", {"tokens": "Tokens"}, part="words")
