"""Softmax and scaling: one head, random vectors and any numbers, and the two temperatures."""

from headlight.pages import Page

PAGE = Page(
    title="Softmax and scaling",
    question="How do scores become weights, and why are they divided first?",
    views={"scaling": "One head", "scaling_lab": "Laboratory", "two_temperatures": "Two temperatures"},
    part="heads",
)
