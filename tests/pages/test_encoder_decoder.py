"""The page of the two stacks: every box opens what the translator computed, calm with any address."""

import numpy as np
import pytest

from headlight.pages.translate import encoder_decoder as boxes
from headlight.parts import translators
from tests.draw import draw

TEXT = "The red car"


def test_every_box_is_chosen_and_opens() -> None:
    for name in boxes.names(boxes.cross.LAYERS):
        drawn = draw("encoder_decoder", english=TEXT, **draw("encoder_decoder", english=TEXT).chosen("flow", name))
        assert drawn.payload("opened")["text"] == TEXT
        assert drawn.payload("flow")["selected"] == name


def test_a_box_holds_what_was_computed() -> None:
    trace = translators.main().translate(TEXT, 1).trace
    page = draw("encoder_decoder", english=TEXT, box="decoder 3 cross", cross_head="2")
    np.testing.assert_array_equal(page.numbers("opened"), trace.cross[2].pattern[1].ravel())
    page = draw("encoder_decoder", english=TEXT, box="encoder 1 FFN")
    np.testing.assert_array_equal(page.numbers("hidden"), trace.encoder[0].hidden.ravel())
    page = draw("encoder_decoder", english=TEXT, box="decoder 2 FFN")
    np.testing.assert_array_equal(page.numbers("opened"), trace.decoder[1].residual_out.ravel())
    page = draw("encoder_decoder", english=TEXT, box="decoder 1 self-attention", cross_head="4")
    np.testing.assert_array_equal(page.numbers("opened"), trace.decoder[0].pattern[3].ravel())
    page = draw("encoder_decoder", english=TEXT, box="memory")
    np.testing.assert_array_equal(page.numbers("opened"), trace.memory.ravel())
    page = draw("encoder_decoder", english=TEXT, box="decoder embedding")
    added = [trace.target_embedded, trace.target_positions, trace.target_embedded + trace.target_positions]
    np.testing.assert_array_equal(page.numbers("opened"), np.concatenate(added).ravel())
    page = draw("encoder_decoder", english=TEXT, box="unembedding")
    chances = [trace.probabilities[place, token.id] for place, token in enumerate(trace.target)]
    assert [chip["share"] for chip in page.payload("opened")["tokens"]] == pytest.approx(chances)
