"""Embeddings: rows of a table, word vectors and what they know, and what a sentence makes of them."""

from headlight.pages import Page

PAGE = Page(
    title="Embeddings",
    question="Can numbers capture what a word means?",
    views={
        "embeddings": "Lookup",
        "word_vectors": "Word vectors",
        "word_sums": "king - man + woman",
        "contextual": "Contextual embeddings",
    },
    part="embeddings",
    parts={"contextual": "layers"},
)
