"""Ten guesses: from text to the next word, each answered by the model."""

from ui import page
from views import path

page.show("path", path.show, examples=None)
