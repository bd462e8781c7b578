"""What would have helped: the gradient of the loss with respect to each score of a head, and one look moved."""

from headlight.frame import code, dials, lesson, live_check, page, reading, stages, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.learning import helped_room as helped
from transformer import LanguageModel
from transformer.readings.score_gradients import score_gradients


@scripted(alone="they need gradients, which take several passes of it")
def show() -> None:
    """Draw the view."""
    lesson.lead("helped")
    model = reading.model()
    asked = helped.asked()
    layer, head = widgets.head(model)
    places = widgets.cell_beside(empty=("the best", "the best"))
    widgets.queries_as()
    _sentence_and_pictures(model, asked, layer, head, places)
    code.show("helped")
    lesson.more("helped")


@page.part
def _sentence_and_pictures(
    model: LanguageModel, asked: helped.Asked, layer: int, head: int, places: widgets.Places
) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    answers = asked.answers(trace)
    found = score_gradients(model.transformer, trace, layer, answers) if answers else None
    cell = (head, *helped.cell_of(found.scores[head], places)) if found else (head, 0, 0)
    with board(key="helped", text=text) as screen:
        wanted = tuple(place + 1 for place in answers if place < trace.last)
        tokens.chips(trace, strong=wanted, on_place=helped.choose_word)
        left, middle, right = screen.columns(36, 36, 28, least=(300, 300, 200))
        with left:
            screen.heading(
                "Where it looked",
                f"The pattern of layer {layer + 1}, head {head + 1}, as computed. Framed: the chosen look.",
            )
            stages.picture(trace, layer, head, "pattern", selected=cell[1:], on_cell=dials.choose_cell)
            screen.note(live_check.in_words(trace, layer))
        if found:
            with middle:
                helped.show_gradients(screen, trace, layer, found, cell)
            with right:
                helped.show_one(screen, model, trace, layer, found, cell, answers)
        else:
            with middle:
                screen.note(helped.NOTHING_ASKED)
    if page.arithmetic() and found:
        with board(key="helped_arithmetic", text=text) as screen:
            helped.show_sum(screen, trace, layer, found, cell)
