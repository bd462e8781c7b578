"""Positions: waves added to the embeddings, so that the model knows where each token stands."""

import streamlit as st

from components.board import board
from components.strips import strips
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.follow import position_pictures


def show() -> None:
    """Draw the view."""
    lesson.lead("positions")
    model = reading.model()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        with dials.row():
            switched_on = dials.positions_on()
            trace = reading.trace(text, position_pictures.change(switched_on))
            place = dials.token(len(trace.tokens))
        with board(key="input", text=text) as screen:
            tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
            screen.heading(
                "Word + position = input",
                "One row a token, one colour scale for all three: the third strip is the sum of the first two."
                if switched_on
                else "Positions are off: zeros are added, and equal tokens now get equal rows.",
            )
            strips(
                {"embedded": trace.embedded, "+ positions": trace.positions, "= residual": trace.layers[0].residual_in},
                tokens=trace.words,
                alt="Each token's embedding, its position encoding, and their sum, which the first layer reads.",
                key="input_strips",
            )
            left, right = screen.columns(58, 42)
            with left:
                screen.heading(
                    "How alike the positions of your sentence are",
                    "The product of each two encodings: along each diagonal, "
                    "which is one distance, all numbers are equal.",
                )
                position_pictures.show_products(model, trace)
            with right:
                screen.heading(
                    "Next word" if switched_on else "Next word without positions",
                    "Switch positions off to see what depends on them." if switched_on else "Dashed: with positions.",
                )
                position_pictures.show_next_word(model, trace)
            position_pictures.show_plain(screen, model, trace)
            screen.note(live_check.everywhere(trace))

    @page.part
    def encoding_itself() -> None:
        st.subheader("The encoding of every position", anchor=False)
        st.caption(
            "Fast waves at the left, slow ones at the right: no two rows are equal. It does not depend on words."
        )
        position_pictures.show_all(model)
        st.subheader("Some of its waves", anchor=False)
        st.caption(
            "Each pair of dimensions is one wave, as sine and cosine. "
            "Look for how much longer each is than the one above."
        )
        with dials.row():
            chosen = position_pictures.pairs(model)
            place = position_pictures.position(model)
        position_pictures.show_waves(model, chosen, place)
        st.subheader("How alike two positions are", anchor=False)
        st.caption(
            "Only their distance counts: near positions have a large product; with distance it falls, in ripples."
        )
        position_pictures.show_by_distance(model)

    sentence_and_pictures()
    code.show("positions")
    encoding_itself()
    lesson.more("positions")
