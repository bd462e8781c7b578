"""Heads: one layer's heads side by side, what each adds, and what changes when some fall silent."""

from functools import partial

import numpy as np

from headlight.frame import code, contents, lesson, live_check, orientation, page, reading, tokens, widgets, words
from headlight.frame.boards import board
from headlight.frame.reader import Model
from headlight.frame.registry import scripted
from headlight.pictures.board import Board
from headlight.pictures.layer_heads import layer_heads
from headlight.views.heads import heads_room as heads
from transformer import Intervention, Trace

_ROOMY = 6  # heads of a layer at most, for each to have room beside the others


@scripted(needs=("added heads",))
def show() -> None:
    """Draw the view."""
    lesson.lead("heads")
    model = reading.shown_model()
    layer = widgets.layer(model)
    silenced = heads.silenced(model, layer)
    widgets.queries_as()
    _sentence_and_pictures(layer, silenced)
    code.show("heads")
    lesson.more("heads", _to_the_bench)


def _to_the_bench() -> None:
    contents.link("learning", "Watch two such heads form: train a tiny transformer →", {"task": "induction"})


def _names(model: Model, trace: Trace, layer: int) -> list[str]:
    """What each head was measured to do; where few stand beside each other, also how often it does so here."""
    heads = range(model.config.n_heads)
    if len(heads) > _ROOMY:
        return [words.role(model, layer, head) for head in heads]
    return [words.measured(model, trace, layer, head) for head in heads]


@page.part
def _sentence_and_pictures(layer: int, silenced: frozenset[heads.Head]) -> None:
    model = reading.shown_model()
    text = reading.sentence()
    before = reading.trace(text)
    trace = reading.trace(text, Intervention(silenced=silenced)) if silenced else before
    tokens.say_if_cut(trace)
    with board(key="heads", text=text) as screen:
        shares = (52, 48) if model.config.n_heads <= _ROOMY else (64, 36)
        patterns, consequence = screen.columns(*shares)  # no chips: the words stand at the patterns
        with patterns:
            _patterns(screen, model, trace, layer, silenced)
        with consequence:
            heads.show_next_words(screen, model, before, trace)
            heads.show_lengths(screen, model, trace, layer)
            screen.note(live_check.in_words(trace, layer))
    if page.arithmetic():
        with board(key="heads_arithmetic", text=text) as screen:
            heads.show_contributions(screen, model, trace, layer)
            heads.show_evidence(screen, model, layer)


def _patterns(screen: Board, model: Model, trace: Trace, layer: int, silenced: frozenset[heads.Head]) -> None:
    """Every head of the layer; one can be silenced there."""
    screen.heading(
        f"The {model.config.n_heads} heads of layer {layer + 1}",
        f"In each pattern each {orientation.line()} sums to 1. Click a head to enlarge it.",
    )
    layer_heads(
        trace.layers[layer].pattern,
        hidden=np.isneginf(trace.layers[layer].masked),
        tokens=trace.words,
        names=_names(model, trace, layer),
        silenced=[head for at, head in silenced if at == layer],
        alt=f"Attention patterns of the heads of layer {layer + 1} over {len(trace.words)} tokens.",
        key="layer_heads",
        name_lines=4,
        above=372,
        on_head=partial(heads.toggle, silenced, layer),
        transposed=orientation.transposed(),
    )
