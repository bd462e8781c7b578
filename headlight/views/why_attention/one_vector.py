"""One vector: two translators alike but for attention, on a short sentence and a long one, and by length."""

from headlight.frame import lesson, page
from headlight.frame.registry import scripted
from headlight.views.why_attention import fixed_vector


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("one_vector")
    _translators()
    lesson.more("one_vector")


@page.part
def _translators() -> None:
    fixed_vector.side_by_side(fixed_vector.english())
    if page.arithmetic():
        fixed_vector.single_sentences()
