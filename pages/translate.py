"""Translate: English typed, French written, and where each French word looks meanwhile."""

from ui import page
from ui.translation import translators
from views import decoding, encoder_decoder, translate

page.show("translate", translate.show, decoding.show, encoder_decoder.show, examples=translators.examples)
