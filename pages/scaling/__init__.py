"""Softmax and scaling: one head, random vectors and any numbers."""

from headlight.pages import Page

PAGE = Page(
    title="Softmax and scaling",
    question="How do scores become attention weights?",
    views={"scaling": "Softmax and scaling"},
    part="heads",
)
