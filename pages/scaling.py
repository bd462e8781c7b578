"""Softmax and scaling: one head, random vectors and any numbers, and the two temperatures."""

from headlight.frame import page
from headlight.views.scaling import scaling, scaling_lab, two_temperatures

page.show("scaling", scaling.show, scaling_lab.show, two_temperatures.show)
