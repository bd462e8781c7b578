"""Attention: one head from its pattern to what it brings back, all of it by hand, as a dictionary, and its shapes."""

from headlight.frame import page
from headlight.views.attention import attention, by_hand, dictionary, four_words, shapes

page.show("attention", attention.show, by_hand.show, four_words.show, dictionary.show, shapes.show)
