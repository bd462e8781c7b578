"""Encoder and decoder: the two stacks with the reader's sentence flowing through, and what each box holds."""

from headlight.frame import code, lesson, live_check, page, tokens, translators, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.translate import boxes, cross, decode


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("encoder_decoder")
    translator = translators.main()
    head = cross.head(translator)
    selected = boxes.chosen(translator)
    widgets.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        result = translators.translated("translate", translators.english(), 1)
        trace = result.trace
        with board(key="flow", text=trace.source_text, model="translate") as screen:
            left, right = screen.columns(*(58, 42) if tokens.give_way() else (1, 1))
            with left:
                screen.heading("The two stacks", "From the bottom up. Choose a box to see what it computed.")
                boxes.drawing(translator, trace, selected)
                screen.note(
                    decode.stopped(result) or "The line in the middle carries the memory to every cross-attention."
                )
            with right:
                boxes.inside(screen, trace, selected, head)
            screen.note(live_check.of_translation(trace))
        if page.arithmetic():
            with board(key="flow_arithmetic", text=trace.source_text, model="translate") as screen:
                boxes.three_attentions(screen, trace, head)

    sentence_and_pictures()
    code.show("encoder_decoder")
    lesson.more("encoder_decoder")
