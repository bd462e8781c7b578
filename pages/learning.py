"""Training bench: watch a tiny transformer learn and a language model grow up, and see what a gradient is."""

from headlight.frame import page

page.show("learning")
