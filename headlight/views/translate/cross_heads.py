"""Every head of cross-attention: early and late layers on the sentence, and how well each head aligns, as measured."""

from headlight.frame import lesson, live_check, page, translators, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.translate import cross, cross_layers
from headlight.views.translate.cross import Head, Labels


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("cross_heads")
    translator = translators.main()
    head = cross.head(translator)
    labels = cross.labels()
    widgets.queries_as()
    _layers(labels, head)
    lesson.more("cross_heads")


@page.part
def _layers(labels: Labels, head: Head) -> None:
    translator = translators.main()
    trace = translators.translated("translate", translators.english(), 1).trace
    with board(key="layers", text=trace.source_text, model="translate") as screen:
        screen.heading(
            "Early and late layers",
            "The first layer asks while it knows only the French so far, and looks widely. The later ones ask again, "
            "with what the first brought back.",
        )
        cross_layers.side_by_side(screen, translator, trace, labels)
        left, right = screen.columns(60, 40)
        with left:
            screen.heading(
                "Every head, measured: the alignment error rate",
                "How far a head’s links are from those that people drew: 0 would be every link right. Choose a head.",
            )
            cross_layers.every_head(screen, translator, head)
        with right:
            screen.heading(f"The chosen one: {head.name}", cross.looking())
            cross.grid(cross.shown(trace, head, labels), alt=f"Cross-attention of {head.name}.", key="chosen_head")
        screen.note(live_check.across(trace))
