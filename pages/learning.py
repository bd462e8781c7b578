"""Training bench: watch a tiny transformer learn, and see what a gradient is for the sentence typed."""

from ui import page
from views import by_heart, helped, learning, one_step

page.show("learning", learning.show, helped.show, one_step.show, by_heart.show)
