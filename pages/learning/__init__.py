"""Training bench: watch a tiny transformer learn and a language model grow up, and see what a gradient is."""

from headlight.pages import Page

PAGE = Page(
    title="Training bench",
    question="Can you watch a head form?",
    views={"learning": "Training bench", "growing_up": "Training checkpoints", "one_step": "Gradient descent"},
)
