"""The block: the residual stream, layer norm, the feed-forward network, and why layers are not just multiplied."""

from components.board import board
from components.formula import formula
from formulas import block as block_formulas
from ui import controls, dials, lesson, live_check, page, reading, tokens
from ui.follow import block_stream, layer_norms, repeated, units

page.begin("The block")
model = reading.model()
layer = dials.layer(model)


@page.part
def sentence_and_pictures() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with dials.row():
        place = dials.token(len(trace.tokens))
        formula(block_formulas.block(), key="block_formula")
    with board(key="chips", text=text):
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
    live_check.show(live_check.in_words(trace, layer))
    stream, cut, norm, ffn, powers = controls.tabs("part").values()
    # Only the open one is computed and drawn.
    if stream.open:
        with stream:
            block_stream.show(trace, layer, place)
    if cut.open:
        with cut:
            block_stream.show_cut_off(model, trace, layer)
    if norm.open:
        with norm:
            layer_norms.show(model, trace, layer, place)
    if ffn.open:
        with ffn:
            units.show(model, trace, layer, place)
            units.show_linearity(model, trace, layer, place)
    if powers.open:
        with powers:
            repeated.show()


sentence_and_pictures()
lesson.show("block")
