"""Next word: one token chosen from all, and where the answer arose."""

from ui import page
from views.next_word import agreements, choosing, lens, logits, looks, surprise

page.show(
    "next_word",
    choosing,
    looks,
    logits,
    lens,
    surprise,
    agreements,
)
