"""Training bench: watch a tiny transformer learn and a language model grow up, and see what a gradient is."""

from headlight.pages import Page

PAGE = Page(
    title="Training",
    question="Can you watch a head form?",
    views={"learning": "Train one", "growing_up": "Checkpoints", "one_step": "Gradient descent"},
)
