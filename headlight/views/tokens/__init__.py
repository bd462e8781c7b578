"""Tokens: how the sentence is cut into pieces, each with a number, and how other texts are cut."""
