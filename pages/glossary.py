"""Glossary: the words and symbols of the course."""

from ui import page
from views import glossary

page.show("glossary", glossary.show, examples=None)
