"""The block: the residual stream, layer norm and the feed-forward network, each a view on the same sentence."""

from collections.abc import Callable

from components.board import board
from transformer import LanguageModel, Trace
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.follow import block_stream, gradients, layer_norms, units

Draw = Callable[[LanguageModel, Trace, int, int], None]  # a model's trace, with the chosen layer and token


def residual_stream() -> None:
    """What each layer writes on top of what is there."""
    _view("block", _stream)
    _end("block")


def _stream(_model: LanguageModel, trace: Trace, layer: int, place: int) -> None:
    block_stream.show(trace, layer, place)
    live_check.show(live_check.in_words(trace, layer))
    if page.arithmetic():
        block_stream.show_added(trace, layer, place)


def residual_off() -> None:
    """What becomes of it without the residual connections."""
    _view("residual_off", _cut_off)
    _end("residual_off")


def _cut_off(model: LanguageModel, trace: Trace, layer: int, _place: int) -> None:
    cut = block_stream.cut_off(layer, model.config.n_layers)
    block_stream.show_cut_off(model, trace, cut)
    if page.arithmetic():
        block_stream.show_likeness(trace, cut)


def residual_gradients() -> None:
    """How much of the gradient of the loss comes back to each layer."""
    _view("residual_gradients", _gradients)
    _end("residual_off")


def _gradients(model: LanguageModel, trace: Trace, layer: int, _place: int) -> None:
    gradients.show(model, trace, block_stream.cut_off(layer, model.config.n_layers))


def layer_norm() -> None:
    """Every vector brought to one length."""
    _view("layer_norm", layer_norms.show)
    _end("layer_norm")


def feed_forward() -> None:
    """What the network of each block makes of one token."""
    _view("feed_forward", units.show)
    _end("units")


def linearity() -> None:
    """Which parts of a block only mix, and which bend."""
    _view("linearity", units.show_linearity)
    _end("linearity")


def _view(name: str, draw: Draw) -> None:
    lesson.lead(name)
    _sentence_and_pictures(dials.layer(reading.model()), draw)


@page.part
def _sentence_and_pictures(layer: int, draw: Draw) -> None:
    trace = reading.trace(reading.sentence())
    with dials.row():
        place = dials.token(len(trace.tokens))
    with board(key="chips", text=trace.text):
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
    draw(reading.model(), trace, layer, place)


def _end(snippet: str) -> None:
    code.show(snippet)
    lesson.more("block")
