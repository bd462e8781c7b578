"""Training bench: watch a tiny transformer learn and a language model grow up, and see what a gradient is."""

from headlight.frame import page
from headlight.views.learning import by_heart, growing_up, helped, learning, one_step

page.show("learning", learning.show, growing_up.show, helped.show, one_step.show, by_heart.show)
