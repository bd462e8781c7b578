"""Fading gradients: how much of the gradient of a word far back is left, in five small networks."""

from headlight.frame import code, lesson, page, widgets
from headlight.frame.registry import scripted
from headlight.views.why_attention import reach
from headlight.views.why_attention import recurrence_room as recurrence


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("gradients")
    window, dilated = recurrence.dials_of_window()
    _gradients(window, dilated)
    code.show("reach")
    lesson.more("gradients")


@page.part
def _gradients(window: int, dilated: bool) -> None:
    with widgets.many():
        chosen, seed, distance = reach.dials_of_networks(window, dilated)
        reach.measure_many(chosen, seed)
    found, draws = reach.norms(chosen, seed)
    reach.against_distance(found, chosen, distance)
    reach.in_numbers(found, draws, distance)
    if page.arithmetic():
        reach.in_formulas(found, chosen, distance)
