"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from headlight.pages import Page

PAGE = Page(
    "Start",
    "In each *head* of a transformer, words attend to earlier words: *ribbons* show where, bars what comes next. "
    "Type, or drag a ribbon’s end.",
    {"start": "Start"},
)
