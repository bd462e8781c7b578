"""Masking: who may look at whom, every mask by hand, and a model that was trained to peek."""

from headlight.frame import page

page.show("masking")
