"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from headlight.pages import Page

PAGE = Page(
    "Start",
    "A small language model, re-run with every letter you type. Hover over a word or tap it; drag the end of a ribbon.",
    {"start": "Start"},
)
