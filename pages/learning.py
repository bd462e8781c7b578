"""Training bench: watch a tiny transformer learn, stop it, go back, change one thing, and try it out."""

from ui import page
from views import learning

page.show("learning", learning.show, examples=None)
