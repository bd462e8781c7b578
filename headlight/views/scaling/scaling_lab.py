"""Scaling laboratory: why queries and keys of many numbers need the root, and a softmax of any numbers."""

from headlight.frame import code, lesson, page
from headlight.frame.registry import scripted
from headlight.views.scaling import random_vectors


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("scaling_lab")
    where_the_root_comes_from()
    code.show("scaling_lab")
    lesson.more("scaling_lab")


@page.part
def where_the_root_comes_from() -> None:
    """The variance of random scores, and a softmax; one click deeper both worked out."""
    chosen = random_vectors.asked()
    random_vectors.show(chosen)
    if page.arithmetic():
        random_vectors.worked(chosen)
