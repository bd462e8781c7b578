"""Why attention: what came before it, beside it."""

from headlight.pages import Page

PAGE = Page(
    title="Why attention?",
    question="What did attention replace, and why?",
    views={
        "recurrence": "RNN to attention",
        "dense": "Other ways to mix words",
    },
)
