"""Ten guesses: from text to the next word, each answered by the model."""

from headlight.frame import page

page.show("path")
