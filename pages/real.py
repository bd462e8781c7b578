"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""

from ui import page
from ui.real.found import FOUND
from views import real

page.show("real", real.show, pins_a_head=bool(FOUND))
