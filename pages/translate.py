"""Translate: English typed, French written, and where each French word looks meanwhile."""

from headlight.frame import page
from headlight.views.translate import cross_heads, decoding, encoder_decoder, four_translators, translate, translators

page.show(
    "translate",
    translate.show,
    decoding.show,
    encoder_decoder.show,
    cross_heads.show,
    four_translators.show,
    examples=translators.examples,
)
