"""Masking: who may look at whom, every mask by hand, and a model that was trained to peek."""

from headlight.pages import Page

PAGE = Page(
    title="Masking",
    question="Which words may attend to which?",
    views={"masking": "The mask", "peeking": "A model that cheats"},
    part="heads",
)
