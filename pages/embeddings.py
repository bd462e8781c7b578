"""Embeddings: rows of a table, word vectors and what they know, and what a sentence makes of them."""

from headlight.frame import page
from headlight.views.embeddings import contextual, embedding_map, embeddings, movers, one_hot, word_sums, word_vectors

page.show(
    "embeddings",
    embeddings.show,
    embedding_map.show,
    one_hot.show,
    word_vectors.show,
    word_sums.show,
    contextual.show,
    movers.show,
)
