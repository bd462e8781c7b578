"""Heads: one layer's heads side by side, what changes without them or with their mean, and the life of one."""

from headlight.pages import Page

PAGE = Page(
    title="Heads",
    question="Why several heads, and what is each good for?",
    views={"heads": "Heads side by side", "life": "One head’s life", "patching": "Patching"},
    part="heads",
    parts={"patching": "layers"},
)
