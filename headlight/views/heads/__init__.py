"""Heads: one layer's heads side by side, and what becomes of them averaged."""

from headlight.views import Page

PAGE = Page(
    title="Heads",
    question="Why several heads, and what is each good for?",
    views={
        "heads": "Side by side",
        "averaged_heads": "Averaged",
        "patching": "Patching",
    },
)
