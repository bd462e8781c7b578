"""Softmax and scaling: one head, random vectors and any numbers, and the two temperatures."""

from headlight.pages import Page

PAGE = Page(
    title="Softmax and scaling",
    question="How do scores become weights, and why are they divided first?",
    views={"scaling": "Scaling in one head", "scaling_lab": "Softmax lab", "two_temperatures": "Two temperatures"},
    part="heads",
)
