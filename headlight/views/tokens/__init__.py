"""Tokens: how the sentence is cut into pieces, each with a number, and how other texts are cut."""

from headlight.views import Page

PAGE = Page(
    title="Tokens",
    question="What does the model see of a text?",
    views={
        "tokens": "This sentence",
        "kinds_of_text": "Kinds of text",
    },
)
