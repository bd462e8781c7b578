"""Sources: every paper that the app names, in full."""

from headlight.views import Page

PAGE = Page(
    title="Sources",
    question="Where was it first written?",
    views={
        "sources": "Sources",
    },
)
