"""Decoding: French written one piece at a time, greedy and with a beam, and your own French read by the model."""

from headlight.frame import code, lesson, live_check, page, translators, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.translate import cross, decode


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("decoding")
    translator = translators.main()
    head = cross.head(translator)
    width = decode.width()
    widgets.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = translators.english()
        greedy = translators.translated("translate", text, 1)
        trace = greedy.trace
        with widgets.many(), widgets.row():
            now = decode.step(len(trace.target))
            french = decode.french()
        with board(key="writing", text=trace.source_text, model="translate") as screen:
            decode.written(trace, now)
            if said := decode.stopped(greedy):
                screen.note(said)
            given = translators.forced("translate", text, french) if french.strip() else trace
            decode.this_step(screen, translator, trace, given, head, now)
            if width:
                wide = translators.translated("translate", text, width)
                screen.heading("Greedy or with a beam", decode.greedy_or_beam(greedy, wide))
                left, right = screen.columns(1, 1)
                with left:
                    screen.heading(
                        "This step of the beam", "Every hypothesis with its next pieces; filled ones are kept."
                    )
                    decode.beam_step(translator, wide, now)
                with right:
                    screen.heading(
                        "Where it ends", "Whole translations, the best score first, with their probabilities."
                    )
                    decode.ends(translator, wide)
            screen.note(live_check.of_translation(trace))
        if page.arithmetic():
            with board(key="worked_out", text=trace.source_text, model="translate") as screen:
                screen.heading("The largest weight of this step", "The query of the decoder, a key of the encoder.")
                decode.one_weight(screen, trace, head, now)
                screen.heading(
                    "What the encoder holds", "Read once, looked at in every step: a row for each English piece."
                )
                decode.memory(trace)

    sentence_and_pictures()
    code.show("decoding")
    lesson.more("decoding")
