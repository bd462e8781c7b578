"""Glossary: the words and symbols of the course."""

from headlight.pages import Page

PAGE = Page("Glossary", "What does that word mean?", {"glossary": "Glossary"}, to_read=True)
