"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""

from headlight.frame import page
from headlight.frame.found import FOUND
from headlight.views.real import real

page.show("real", real.show, pins_a_head=bool(FOUND))
