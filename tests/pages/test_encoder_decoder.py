"""The page of the two stacks: every box opens what the translator computed, calm with any address."""

import numpy as np
import pytest

from headlight.pages.translate import encoder_decoder as boxes
from headlight.parts import translators
from tests.draw import draw
from transformer import translation_effects
from transformer.readings.translation_effects import Kind, Look, taken_off

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


def test_the_three_attentions_are_full_triangular_and_oblong() -> None:
    page = draw("encoder_decoder", english=TEXT, deeper=True)
    trace = translators.main().translate(TEXT, 1).trace
    source, target = len(trace.source), len(trace.target)
    full, triangle, oblong = (page.hidden(key) for key in ("Encoder, self", "Decoder, masked self", "Cross"))
    assert not full.any() and full.size == source**2
    np.testing.assert_array_equal(triangle.reshape(target, target), np.triu(np.ones((target, target)), 1))
    assert not oblong.any() and oblong.size == target * source
    assert (page.numbers("Decoder, masked self")[triangle] == 0).all()


@pytest.mark.parametrize("box", ["encoder 1 self-attention", "decoder 3 self-attention", "decoder 2 cross"])
def test_every_attention_is_drawn_as_lines_of_several_heads(box: str) -> None:
    drawn = draw("encoder_decoder", english="The red car", box=box, cross_head="mean", as_lines=True)
    side, layer, part = box.split()
    trace = translators.main().translate("The red car").trace
    stage = {"encoder": trace.encoder, "decoder": trace.cross if part == "cross" else trace.decoder}[side][
        int(layer) - 1
    ]
    np.testing.assert_array_equal(drawn.numbers("opened_lines"), stage.pattern.ravel())
    assert drawn.chosen("opened_lines", ["layer", 0]) == {"box": f"{side} 1 {part}"}
    assert drawn.chosen("opened_lines", ["heads", [2, 4]]) == {"cross_head": "3", "other_heads": "5"}
    assert drawn.chosen("opened_lines", ["heads", list(range(6))]) == {"cross_head": "mean", "other_heads": None}


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_each_look_of_all_three_has_its_effect_and_the_chosen_one_is_cut(kind: Kind) -> None:
    address = {"english": TEXT, "cross_layer": "2", "cross_head": "3", "french_piece": 2, "look_cut": f"{kind}.2.1"}
    drawn, translator = draw("encoder_decoder", deeper=True, **address), translators.main()
    trace = translators.translated("translate", TEXT).trace
    exact = taken_off(translator.model, trace, Look(kind, 1, 2, 2, 1))[2]
    shown = getattr(translation_effects(translator.model, trace), kind)[2, 1, 2].copy()
    shown[2, 1] = exact
    np.testing.assert_allclose(drawn.numbers(f"{kind}_effects"), shown.ravel(), rtol=1e-5, atol=1e-6)
    assert f"by {abs(exact):.2f}" in drawn.says(f"{kind}_effects")
    assert drawn.payload(f"{kind}_effects")["selected"] == [2, 1]
    assert drawn.chosen(f"{kind}_effects", [1, 0]) == {"look_cut": f"{kind}.1.0"}
    assert drawn.chosen("worth_for", 1) == {"french_piece": 1}


@pytest.mark.parametrize("cut", ["decoder.0.0", "decoder.99.1", "rubbish", "cross.-1.0", "encoder.1.2.3"])
def test_a_look_that_is_none_or_the_only_one_of_its_row_is_not_cut(cut: str) -> None:
    drawn = draw("encoder_decoder", deeper=True, english=TEXT, french_piece=2, look_cut=cut)
    lone = "nothing else" in drawn.says("decoder_effects")
    assert lone == (cut == "decoder.0.0")
