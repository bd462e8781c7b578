"""Attention: one head from its pattern to what it brings back, by hand, and as a dictionary."""

from headlight.pages import Page

PAGE = Page(
    title="Attention",
    question="What does a word attend to, and what does it fetch?",
    views={
        "attention": "One head",
        "by_hand": "Queries, keys, values",
        "dictionary": "Soft dictionary",
    },
    part="heads",
)
