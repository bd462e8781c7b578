"""Ten guesses: from text to the next word, each answered by the model."""

from headlight.pages import Page

PAGE = Page(
    "Ten guesses", "Can you guess what a transformer does with a sentence?", {"path": "Ten guesses"}, to_read=True
)
