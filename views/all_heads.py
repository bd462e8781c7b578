"""All heads: the whole model on one screen, repainted with every key."""

import streamlit as st

from components.bars import bars
from components.board import Board, board
from components.head_grid import head_grid
from components.strips import strips
from transformer import Intervention, Trace
from ui import dials, lesson, live_check, orientation, page, reading, stages, tokens, vocabulary, words


def show() -> None:
    """Draw the view."""
    lesson.lead("all_heads")
    layer, head = dials.head(reading.model())
    with st.sidebar:
        change = dials.intervention()
        temperature = dials.output_temperature()
    dials.queries_as()
    _sentence_and_pictures(layer, head, change, temperature)
    lesson.more("all_heads")


@page.part
def _sentence_and_pictures(layer: int, head: int, change: Intervention, temperature: float) -> None:
    model = reading.model()
    text = reading.sentence()
    trace = reading.trace(text, change)
    with board(key="overview", text=text) as screen:
        tokens.chips(trace)
        grid, pattern, following = screen.columns(36, 38, 26)
        with grid:
            screen.heading("All heads", "Rows are layers, columns are heads. Choose one.")
            head_grid(
                trace.patterns,
                hidden=words.hidden(trace.layers[0], 0),  # the same in every head
                tokens=trace.words,
                selected=(layer, head),
                names=words.roles(model),
                key="head_grid",
                on_head=dials.choose_head,
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
    if page.arithmetic():
        with board(key="overview_arithmetic", text=text) as screen:
            _before_the_pattern(screen, trace, layer, head)


def _before_the_pattern(screen: Board, trace: Trace, layer: int, head: int) -> None:
    """What goes into the first layer, and the scores that the softmax makes the pattern of."""
    scores, entering = screen.columns(38, 62)
    with scores:
        screen.heading("Masked scores", f"Softmax of each {orientation.line()} makes the pattern. Hatched: hidden.")
        stages.picture(trace, layer, head, "masked")
    with entering:
        screen.heading("What enters the first layer", "Of each token its embedding and its position, added.")
        strips(
            {"embedding": trace.embedded, "+ position": trace.positions},
            tokens=trace.words,
            alt="Each token's embedding, and the position encoding that is added to it, as coloured numbers.",
            key="input_strips",
            height=160,
        )
