"""Embeddings: rows of a table, word vectors and what they know, and what a sentence makes of them."""

from headlight.frame import page

page.show("embeddings")
