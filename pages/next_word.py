"""Next word: one token chosen from all, and where the answer arose."""

from headlight.frame import page

page.show("next_word")
