"""Glossary: the words and symbols of the course."""

from headlight.frame import page
from headlight.views.glossary import glossary

page.show("glossary", glossary.show, examples=None)
