"""Translate: English typed, French written, and where each French word looks meanwhile."""

from headlight.frame import page

page.show("translate")
