"""Masking: who may look at whom, every mask by hand, and a model that was trained to peek."""

from headlight.views import Page

PAGE = Page(
    title="Masking",
    question="Who may look at whom?",
    views={
        "masking": "The mask",
        "peeking": "Peeking",
    },
)
