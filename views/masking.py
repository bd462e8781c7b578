"""Masking: who may look at whom, and what that does to the pattern, the next word and the loss."""

import streamlit as st

from components.board import board
from transformer import Intervention
from ui import code, dials, lesson, live_check, orientation, page, reading, stages, tokens, words
from ui.follow import mask_effects


def show() -> None:
    """Draw the view."""
    lesson.lead("masking")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        causal = reading.trace(text)
        with dials.row():
            mask, query = dials.mask(), dials.query(len(causal.tokens))
        trace = causal if mask == "causal" else reading.trace(text, Intervention(mask=mask))
        with board(key="under_the_mask", text=text) as screen:
            tokens.chips(trace, strong=(query,))
            screen.heading(
                words.head_title(model, layer, head, trace),
                f"{orientation.softmax_direction()} Hatched: masked, −∞ before softmax, a weight of exactly 0 after.",
            )
            for stage, column in zip(("scaled", "masked", "pattern"), screen.columns(1, 1, 1), strict=True):
                with column:
                    screen.note(f"{stage}: {stages.says(trace, stage)}")
                    stages.picture(trace, layer, head, stage, selected=(query, query), on_cell=dials.choose_query)
            mask_effects.one_row(screen, trace, layer, head, query)
            screen.note(live_check.in_words(trace, layer))
            left, right = screen.columns(1, 1)
            with left:
                screen.heading(
                    "The mask itself",
                    "What is added to scaled: 0 changes nothing, −∞ hides. It is "
                    "the same for every head and every text.",
                )
                mask_effects.mask_itself(trace)
                if mask != "causal":
                    head_now, head_causal = trace.layers[layer].pattern[head], causal.layers[layer].pattern[head]
                    screen.note(mask_effects.on_attention(head_now, head_causal))
            with right:
                screen.heading(
                    "The next word",
                    "After the last token; dashed, under another mask: what it was. Does the order change?",
                )
                mask_effects.on_next_word(model, trace, causal)

        st.subheader("The loss of this text", anchor=False)
        st.caption(
            "How surprised the model is by each token that really "
            "follows: −ln of the probability it had. 0 is certainty. "
            "Look for the tokens that stand out."
        )
        mask_effects.on_loss(trace, causal)

    sentence_and_pictures()
    code.show("masking")
    lesson.more("masking")
