"""Masking: who may look at whom, and every mask on a switchboard."""

from ui import page
from views import mask_switchboard, masking

page.show("masking", masking.show, mask_switchboard.show)
