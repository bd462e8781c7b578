"""Embeddings: rows of a table, word vectors and what they know, and what a sentence makes of them."""

from ui import page
from views import contextual, embeddings, word_vectors

page.show("embeddings", embeddings.show, word_vectors.show, contextual.show)
