"""Softmax and scaling: how scores become weights, and why they are divided first."""

from ui import page
from views import scaling, scaling_lab

page.show("scaling", scaling.show, scaling_lab.show)
