"""Ten guesses: from text to the next word, each answered by the model."""

from headlight.frame import page
from headlight.views.path import path

page.show("path", path.show, examples=None)
