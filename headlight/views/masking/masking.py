"""Masking: who may look at whom, and what that does to the pattern, the next word and the loss."""

from headlight.frame import (
    code,
    contents,
    dials,
    kept,
    lesson,
    live_check,
    mask_effects,
    orientation,
    page,
    reading,
    stages,
    tokens,
    widgets,
)
from headlight.frame.boards import board
from headlight.frame.models import Model
from headlight.frame.registry import scripted
from headlight.pictures.board import Board
from transformer import Intervention, Trace


@scripted(needs=("a mask", "next words"))
def show() -> None:
    """Draw the view."""
    lesson.lead("masking")
    model = reading.shown_model()
    layer, head = widgets.head(model)
    chosen = widgets.query_beside()
    widgets.queries_as()
    sentence_and_pictures(model, layer, head, chosen)
    code.show("masking")
    lesson.more("masking", _to_the_bench)


def _to_the_bench() -> None:
    contents.link("learning", "Train a tiny transformer without the mask →", {"experiment": "no mask"})


@page.part
def sentence_and_pictures(model: Model, layer: int, head: int, chosen: int | None) -> None:
    """The masked scores, the pattern, and what comes of it; under them one row before and after the mask."""
    text = reading.sentence()
    mask = widgets.mask()
    causal = reading.trace(text)
    trace = causal if mask == "causal" else reading.trace(text, Intervention(mask=mask))
    query, where = dials.at(chosen, len(trace.tokens), empty=1), f"Layer {layer + 1}, head {head + 1}"
    with board(key="under_the_mask", text=text) as screen:
        tokens.chips(trace, strong=(query,), on_place=lambda place: kept.move(query=place))
        left, middle, right = screen.columns(35, 35, 30, least=(300, 300, 200))
        with left:
            _stage(screen, trace, layer, head, query, "masked", f"{where}: −∞ where a token may not look.")
        with middle:
            hint = f"Softmax of each {orientation.line()} of masked, where e to the −∞ is 0."
            _stage(screen, trace, layer, head, query, "pattern", hint)
            screen.note(live_check.in_words(trace, layer))
        with right:
            screen.heading("Next word", "Dashed: under the causal mask.")
            mask_effects.on_next_word(model, trace, causal)
            screen.heading("Loss, in nats per token", "How surprising is what really follows?")
            mask_effects.on_loss(trace, causal)
        mask_effects.one_row(screen, trace, layer, head, query)
        if trace is not causal:
            patterns = (one.layers[layer].pattern[head] for one in (trace, causal))
            screen.note(mask_effects.on_attention(*patterns))
    if page.arithmetic():
        with board(key="mask_arithmetic", text=text) as screen:
            left, right = screen.columns(1, 1)
            with left:
                _stage(screen, trace, layer, head, query, "scaled", f"{stages.says(trace, 'scaled')}.")
            with right:
                screen.heading("+ mask", "0 changes nothing, −∞ hides: the same for every head and every text.")
                mask_effects.mask_itself(trace, layer)
            mask_effects.losses_by_token(screen, trace, causal)


def _stage(screen: Board, trace: Trace, layer: int, head: int, query: int, stage: str, hint: str) -> None:
    screen.heading(stage, hint)
    stages.picture(trace, layer, head, stage, selected=(query, query), on_cell=dials.choose_query)
