"""Ten guesses: from text to the next word, each answered by the model."""

from headlight.views import Page

PAGE = Page(
    title="Ten guesses",
    question="Can you guess what a transformer does with a sentence?",
    views={
        "path": "Ten guesses",
    },
)
