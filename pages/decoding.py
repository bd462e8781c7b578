"""Decoding: French written one piece at a time, greedy and with a beam, and your own French read by the model."""

import streamlit as st

from components.board import board
from ui import code, cross, decode, dials, lesson, page, translators

page.begin("Decoding", examples=translators.examples)
translator = translators.main()
head = cross.head(translator)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = translators.english()
    greedy = translators.translated("translate", text, 1)
    trace = greedy.trace
    now = decode.step(len(trace.target))
    with board(key="writing") as screen:
        decode.written(trace, now, "writing")
        screen.note(decode.stopped(greedy) or "Filled: written so far. Framed: the piece of this step.")
        screen.heading("What the encoder holds", "Read once, looked at in every step: a row for each English piece.")
        decode.memory(trace)
        columns = screen.columns(1, 1, 1)
        next(columns)
        screen.heading(f"What it may see: decoder, {head.name}", "The French so far. Hatched: not written yet.")
        decode.may_see(trace, head, now)
        next(columns)
        screen.heading(f"Where it looks: cross, {head.name}", "Queries of the decoder, keys of the encoder.")
        decode.looks_at(trace, head, now)
        screen.note(decode.one_weight(trace, head, now))
        next(columns)
        screen.heading("What it writes", "Greedy writing takes the likeliest piece.")
        decode.next_piece(translator, trace, now)
    code.show("decoding")

    st.subheader("Greedy or with a beam", anchor=False)
    if width := decode.width():
        wide = translators.translated("translate", text, width)
        with board(key="beam") as screen:
            screen.note(decode.greedy_or_beam(greedy, wide))
            columns = screen.columns(1, 1)
            next(columns)
            screen.heading("This step of the beam", "Every hypothesis with its next pieces; filled ones are kept.")
            decode.beam_step(translator, wide, now)
            next(columns)
            screen.heading("Where it ends", "Whole translations, the best score first, with their probabilities.")
            decode.ends(translator, wide)

    st.subheader("Your French, read by the model", anchor=False)
    french = st.text_input("Your French", key="french", live="0ms", max_chars=600, bind="query-params")
    given = translators.forced("translate", text, french if french.strip() else greedy.text)
    with board(key="forced") as screen:
        decode.losses(given, "losses")
        screen.note(
            f"−ln p of each word when all words before it are given: {given.word_losses.sum():.2f} in all; the model’s "
            f"own translation has {trace.word_losses.sum():.2f}. An empty box shows that one."
        )


sentence_and_pictures()
lesson.show("decoding")
