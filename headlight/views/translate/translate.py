"""Translate: English typed, French written at every key, and where each French word looks while it is written."""

from functools import partial

from headlight.frame import code, lesson, live_check, page, translators, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.translate import cross, decode, one_cross_weight, translation_remarks
from headlight.views.translate.cross import Head, Labels


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("translate")
    translator = translators.main()
    head = cross.head(translator)
    labels = cross.labels()
    beams = cross.beams()
    widgets.queries_as()
    _translation(head, labels, beams)
    code.show("translate")
    lesson.more("translate")


@page.part
def _translation(head: Head, labels: Labels, beams: int) -> None:
    result = translators.translated("translate", translators.english(), beams)
    trace = result.trace
    picture = cross.shown(trace, head, labels)
    with board(key="translation", text=trace.source_text, model="translate") as screen:
        screen.heading("Each French word and the English it looks at", cross.hint(labels))
        cross.ribbons(picture, head)
        left, right = screen.columns(46, 54)
        with left:
            screen.heading(f"The same as a matrix: {head.name}", cross.looking() + " Choose a cell to take it apart.")
            alt = f"Cross-attention of {head.name}, French and English."
            cross.grid(picture, alt=alt, key="cross", on_cell=partial(one_cross_weight.choose, picture))
        with right:
            screen.heading("How sure it was of each word", "−ln p of the word: 0 is certain. Darker: less expected.")
            decode.losses(trace, "sureness")
            screen.note(" ".join([translation_remarks.status(result), *translation_remarks.remarks(result)]))
            screen.note(live_check.across(trace))
    if page.arithmetic():
        cell = one_cross_weight.cell(trace, head)
        with board(key="one_weight", text=trace.source_text, model="translate") as screen:
            one_cross_weight.show(screen, trace, head, cell)
