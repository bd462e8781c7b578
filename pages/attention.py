"""Attention: one head from queries and keys to what it adds, and all of it by hand."""

from ui import page
from views import attention, by_hand

page.show("attention", attention.show, by_hand.show)
