"""Translate: English typed, French written, and where each French word looks meanwhile."""

from headlight.pages import Page

PAGE = Page(
    title="Translate",
    question="Which English word does each French word look at?",
    views={
        "translate": "Translate",
        "decoding": "Step by step",
        "encoder_decoder": "Two stacks",
        "translators": "Four translators",
    },
)
