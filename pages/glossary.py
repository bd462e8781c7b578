"""Glossary: the words and symbols of the course."""

from headlight.frame import page

page.show("glossary")
