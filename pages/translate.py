"""Translate: English typed, French written, and where each French word looks meanwhile."""

from ui import page
from ui.translation import translators
from views import cross_heads, decoding, encoder_decoder, four_translators, translate

page.show(
    "translate",
    translate.show,
    decoding.show,
    encoder_decoder.show,
    cross_heads.show,
    four_translators.show,
    examples=translators.examples,
)
