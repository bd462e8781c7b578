"""Two temperatures: what attention temperature changes, and what output temperature."""

from headlight.frame import lesson, page, reading, tokens, widgets
from headlight.frame.reader import Model
from headlight.frame.registry import scripted
from headlight.views.scaling import two_temperatures_room as two_temperatures


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("two_temperatures")
    model = reading.shown_model()
    layer, head = widgets.head(model)
    sentence_and_pictures(model, layer, head)
    lesson.more("two_temperatures")


@page.part
def sentence_and_pictures(model: Model, layer: int, head: int) -> None:
    """Both temperatures, and for each the last token's weights and the next word."""
    plain = reading.trace(reading.sentence(), whole=True)
    tokens.say_if_cut(plain)
    two_temperatures.show(model, plain, layer, head, *two_temperatures.both())
