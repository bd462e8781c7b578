"""Growing up: one language model at twelve times of its training, on the sentence typed."""

from headlight.frame import code, dials, lesson, live_check, page, reading, stages, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.learning import growing


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("growing_up")
    widgets.queries_as()
    _sentence_and_pictures()
    code.show("growing_up")
    lesson.more("growing_up")


@page.part
def _sentence_and_pictures() -> None:
    growing.model()
    text = reading.sentence()
    with widgets.many(), widgets.row():
        step = growing.step()
        layer, head = growing.head()
        place = widgets.token_number()
    trace = growing.at(step).trace(text)
    place = dials.at(place, len(trace.tokens))
    lived = growing.life(trace)
    with board(key="growing_up", text=text, model="growing") as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        heads, following, near = screen.columns(48, 26, 26, least=(460, 240, 240))
        with heads:
            growing.show_heads(screen, trace, step, (layer, head))
        with following:
            growing.show_next(screen, trace, step)
        with near:
            growing.show_nearest(screen, trace, step, place)
        loss, log, abilities = screen.columns(1, 1, 1)
        with loss:
            growing.show_loss(screen, lived, step)
        with log:
            growing.show_log(screen, step)
        with abilities:
            growing.show_abilities(screen, step, (layer, head))
    if page.arithmetic():
        with board(key="growing_arithmetic", text=text, model="growing") as screen:
            growing.show_table(screen, lived, step)
            left, right = screen.columns(1, 1)
            with left:
                growing.show_grammar(screen)
            with right:
                screen.heading(f"Layer {layer + 1}, head {head + 1}, after {step:,} steps", "Its pattern, exactly.")
                stages.picture(trace, layer, head, "pattern")
                screen.note(live_check.in_words(trace, layer))
