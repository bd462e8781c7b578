"""Overview: the whole model on one screen, repainted with every key."""

import streamlit as st

from components.bars import bars
from components.board import board
from components.head_grid import head_grid
from components.strips import strips
from ui import dials, lesson, live_check, orientation, page, reading, stages, tokens, vocabulary, words


def show() -> None:
    """Draw the view."""
    lesson.lead("all_heads")
    model = reading.model()
    layer, head = dials.head(model)
    with st.sidebar:
        change = dials.intervention()
        temperature = dials.output_temperature()
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text, change)
        with board(key="overview", text=text) as screen:
            tokens.chips(trace)
            strips(
                {"embedding": trace.embedded, "+ position": trace.positions},
                tokens=trace.words,
                alt="Each token's embedding, and the position encoding that is added to it, as coloured numbers.",
                key="input_strips",
                height=96,
            )
            left, middle, right = screen.columns(32, 38, 38)
            with left:
                screen.heading(
                    "All heads", "Rows are layers, columns are heads. More colour is more attention. Choose one."
                )
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
                screen.heading("Next word", "The likeliest tokens after the last one.")
                labels, probabilities = vocabulary.likeliest(model, trace, temperature, count=8)
                bars(probabilities, labels=labels, alt="The likeliest next tokens.", key="next_word")
            with middle:
                screen.heading(
                    f"Layer {layer + 1}, head {head + 1}: masked scores",
                    f"{orientation.looking().capitalize()}. Hatched: hidden.",
                )
                stages.picture(trace, layer, head, "masked")
            with right:
                screen.heading(
                    "Its pattern",
                    f"Softmax of each {orientation.line()}: weights that sum to 1.",
                )
                said = words.measured(model, trace, layer, head)
                looks = [*words.strongest_look(trace, layer, head), (f" This head: {said}." if said else "", False)]
                stages.picture(trace, layer, head, "pattern", says=looks)
                screen.note(live_check.in_words(trace, layer))

    sentence_and_pictures()
    lesson.more("all_heads")
