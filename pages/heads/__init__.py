"""Heads: one layer's heads side by side, what changes without them or with their mean, and the life of one."""

from headlight.pages import Page

PAGE = Page(
    title="What heads do",
    question="Why several heads, and what does each do?",
    views={"heads": "One layer’s heads", "life": "One head in many sentences", "patching": "Activation patching"},
    part="heads",
    parts={"patching": "layers"},
)
