"""All heads: the whole model on one screen, repainted with every key."""

import streamlit as st

from headlight.frame import lesson, live_check, orientation, page, reading, stages, tokens, vocabulary, widgets, words
from headlight.frame.boards import board
from headlight.frame.reader import Model
from headlight.frame.registry import scripted
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.head_grid import head_grid
from headlight.pictures.strips import strips
from headlight.views.all_heads import wall
from transformer import Intervention, LanguageModel, OpenedModel, Trace


@scripted(needs=())
def show() -> None:
    """Draw the view."""
    lesson.lead("all_heads")
    model = reading.shown_model()
    layer, head = widgets.head(model)
    with st.sidebar:
        change = widgets.intervention(model)
        temperature = widgets.output_temperature()
    widgets.queries_as()
    _sentence_and_pictures(model, layer, head, change, temperature)
    lesson.more("all_heads")


@page.part
def _sentence_and_pictures(model: Model, layer: int, head: int, change: Intervention, temperature: float) -> None:
    text = reading.sentence()
    trace = reading.trace(text, change)
    with board(key="overview", text=text) as screen:
        if isinstance(model, OpenedModel):
            tokens.say_if_cut(trace)  # no chips: the wall has their room
            _of_real_model(screen, model, trace, (layer, head), temperature)
        else:
            tokens.chips(trace)
            _of_bundled_model(screen, model, trace, layer, head, temperature)
    if page.arithmetic():
        with board(key="overview_arithmetic", text=text) as screen:
            _before_the_pattern(screen, trace, layer, head)


def _of_bundled_model(
    screen: Board, model: LanguageModel, trace: Trace, layer: int, head: int, temperature: float
) -> None:
    grid, pattern, following = screen.columns(36, 38, 26, least=(220, 330, 200))
    with grid:
        screen.heading("All heads", "Rows are layers, columns are heads. Choose one.")
        head_grid(
            trace.patterns,
            hidden=words.hidden(trace.layers[0], 0),  # the same in every head
            tokens=trace.words,
            selected=(layer, head),
            names=words.roles(model),
            key="head_grid",
            on_head=widgets.choose_head,
            transposed=orientation.transposed(),
        )
    with pattern:
        measured = words.measured(model, trace, layer, head) or orientation.looking()
        screen.heading(f"Layer {layer + 1}, head {head + 1}", f"{measured[0].upper()}{measured[1:]}.")
        looks = words.strongest_look(trace, layer, head)
        stages.picture(trace, layer, head, "pattern", says=looks)
        screen.note(live_check.in_words(trace, layer))
    with following:
        screen.heading("Next word", "The likeliest tokens after the last one.")
        labels, probabilities = vocabulary.likeliest(model, trace, temperature, count=8)
        bars(probabilities, labels=labels, alt="The likeliest next tokens.", key="next_word")


def _of_real_model(
    screen: Board, model: OpenedModel, trace: Trace, chosen: tuple[int, int], temperature: float
) -> None:
    every, head, following = screen.columns(*wall.SHARES, least=wall.LEAST)
    with every:
        wall.show_all(screen, trace, trace.patterns, model.roles, chosen=chosen)
        wall.say_what_is_shared(screen, trace)
    with head:
        wall.show_head(screen, trace, trace.patterns, model.roles, chosen=chosen)
    with following:
        wall.show_next(screen, model, trace, temperature, count=8)


def _before_the_pattern(screen: Board, trace: Trace, layer: int, head: int) -> None:
    """What goes into the first layer, and the scores that the softmax makes the pattern of."""
    scores, entering = screen.columns(38, 62)
    with scores:
        screen.heading("Masked scores", f"Softmax of each {orientation.line()} makes the pattern. Hatched: hidden.")
        stages.picture(trace, layer, head, "masked")
    with entering:
        turned = bool(trace.plan.rates)
        screen.heading(
            "What enters the first layer",
            "Of each token its embedding; its position turns queries and keys instead."
            if turned
            else "Of each token its embedding and its position, added.",
        )
        strips(
            {"embedding": trace.embedded} | ({} if turned else {"+ position": trace.positions}),
            tokens=trace.words,
            alt="Of each token what is added to make its first vector, as coloured numbers.",
            key="input_strips",
            height=160,
        )
