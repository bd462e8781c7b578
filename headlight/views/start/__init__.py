"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from headlight.views import Page

PAGE = Page(
    title="Start",
    question="A real, small transformer, run again at every key. Point at a word.",
    views={
        "start": "Start",
    },
)
