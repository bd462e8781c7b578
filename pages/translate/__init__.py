"""Translate: English typed, French written, and where each French word attends meanwhile."""

from headlight.pages import Page

PAGE = Page(
    title="Translate",
    question="Which English word does each French word attend to?",
    views={
        "translate": "Translate",
        "encoder_decoder": "Encoder and decoder",
        "translators": "Four translators",
    },
)
