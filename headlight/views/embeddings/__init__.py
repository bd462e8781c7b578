"""Embeddings: rows of a table, word vectors and what they know, and what a sentence makes of them."""

from headlight.views import Page

PAGE = Page(
    title="Embeddings",
    question="Do the numbers of a word know what it means?",
    views={
        "embeddings": "Rows of a table",
        "embedding_map": "Map of rows",
        "one_hot": "One-hot",
        "word_vectors": "Company of words",
        "word_sums": "Sums of words",
        "contextual": "In context",
    },
)
