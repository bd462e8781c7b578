"""The block: the residual stream, layer norm and the feed-forward network, each a view on the same sentence."""

from collections.abc import Callable

from components.board import board
from components.formula import formula
from formulas import block as block_formulas
from transformer import LanguageModel, Trace
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.follow import block_stream, layer_norms, units


def residual_stream() -> None:
    """What each layer writes on top of what is there."""
    _view(lambda model, trace, layer, place: block_stream.show(trace, layer, place))
    _end("block")


def residual_off() -> None:
    """What becomes of it without the residual connections."""
    _view(lambda model, trace, layer, place: block_stream.show_cut_off(model, trace, layer))
    _end("residual_off")


def layer_norm() -> None:
    """Every vector brought to one length."""
    _view(layer_norms.show)
    _end("layer_norm")


def feed_forward() -> None:
    """What the network of each block makes of one token."""
    _view(_feed_forward)
    code.show(units="the hidden units", linearity="what is left of a block without its bends")
    lesson.more("block")


def _feed_forward(model: LanguageModel, trace: Trace, layer: int, place: int) -> None:
    units.show(model, trace, layer, place)
    units.show_linearity(model, trace, layer, place)


def _view(draw: Callable[[LanguageModel, Trace, int, int], None]) -> None:
    lesson.lead("block")
    model = reading.model()
    layer = dials.layer(model)
    _sentence_and_pictures(model, layer, draw)


def _end(snippet: str) -> None:
    code.show(snippet)
    lesson.more("block")


@page.part
def _sentence_and_pictures(
    model: LanguageModel, layer: int, draw: Callable[[LanguageModel, Trace, int, int], None]
) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with dials.row():
        place = dials.token(len(trace.tokens))
        formula(block_formulas.block(), key="block_formula")
    with board(key="chips", text=text):
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
    live_check.show(live_check.in_words(trace, layer))
    draw(model, trace, layer, place)
