"""Glossary: the words and symbols of the course."""

from headlight.views import Page

PAGE = Page(
    title="Glossary",
    question="What does that word mean?",
    views={
        "glossary": "Glossary",
    },
)
