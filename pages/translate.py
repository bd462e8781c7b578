"""Translate: English typed, French written at every key, and where each French word looks."""

import streamlit as st

from components.board import board
from ui import cross, lesson, page, translators

page.begin("Translate", examples=False)
translator = translators.main()
head = cross.head(translator)
labels = cross.labels()
beams = cross.beams()
translators.examples()


@st.fragment
def sentence_and_pictures() -> None:
    text = translators.english()
    result = translators.translated("translate", text, beams)
    picture = cross.shown(result.trace, head, labels)
    with board(key="translation") as screen:
        screen.heading(
            "Each French word and the English it looks at",
            "Point at a word, or tap it: the words that go with it light up, with their weights.",
        )
        cross.ribbons(picture, head)
        screen.heading(f"Cross-attention of {head.name}", "English across, French down. Each row sums to 1.")
        cross.grid(picture, alt=f"Cross-attention of {head.name}: English across, French down.", key="cross")


sentence_and_pictures()
lesson.show("translate")
