"""Masking: who may look at whom, every mask by hand, and a model that was trained to peek."""

from headlight.frame import page
from headlight.views.masking import mask_switchboard, masking, peeking

page.show("masking", masking.show, mask_switchboard.show, peeking.show)
