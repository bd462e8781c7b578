"""Next word: one token chosen from all, and where the answer arose."""

from headlight.frame import page
from headlight.views.next_word import agreement, lens, logits, looks, next_word, surprise

page.show("next_word", next_word.show, looks.show, logits.show, lens.show, surprise.show, agreement.show)
