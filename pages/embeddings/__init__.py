"""Embeddings: static vectors and their sums, and what a sentence makes of them."""

from headlight.pages import Page

PAGE = Page(
    title="Embeddings",
    question="Can numbers capture what a word means?",
    views={
        "embeddings": "Static embeddings",
        "word_sums": "king - man + woman",
        "contextual": "Contextual embeddings",
    },
    part="embeddings",
    parts={"contextual": "layers"},
)
