"""Guesses: five questions that the model answers, and a game against it."""

from headlight.pages import Page

PAGE = Page("Guesses", "Can you guess what a transformer does with a sentence?", {"path": "Guesses"}, to_read=True)
