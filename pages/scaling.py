"""Softmax and scaling: one head, random vectors and any numbers, and the two temperatures."""

from headlight.frame import page

page.show("scaling")
