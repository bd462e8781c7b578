"""A number of a translation opens in the two stacks: by its picture, its names and its link."""

import pytest

from headlight.pages.translate import encoder_decoder as boxes
from headlight.parts import translators
from headlight.parts.words import number
from headlight.state.doors import box_of
from tests.draw import draw
from tests.pages.test_opened import open_level, says, stages
from tests.state.test_doors import arrays, labels
from transformer.readings.opened_translation import opened_translation
from transformer.readings.terms import AXES, ENCODER_DECODER, Place

TEXT = "The red car"


def test_a_weight_across_opens_beside_its_box_and_goes_on_to_the_memory() -> None:
    way = "cross_pattern.2.3.1.2 cross_scaled.2.3.1.2 cross_score.2.3.1.2 cross_key.2.3.2.0"
    drawn = draw("encoder_decoder", english=TEXT, opened=way, box="decoder 2 cross")
    assert drawn.payload("flow")["selected"] == "decoder 2 cross"
    assert stages(drawn) == ["Cross attention weight", "Cross scaled", "Cross score", "Cross key"]
    assert "Cross key layer 2, head 3, “car” at position 2, dimension 0" in drawn.titles
    chosen = drawn.chosen("terms", [3, 0, 0])
    assert chosen["box"] == "memory" and chosen["opened"].split()[-1].startswith("memory.2.")
    assert drawn.chosen("terms", 1) == {"opened": " ".join(way.split()[:2]), "box": "decoder 2 cross"}
    assert drawn.chosen("flow", "memory") == {"box": "memory", "opened": None}
    drawn = draw("encoder_decoder", english=TEXT, opened=way, box="memory")
    assert drawn.titles[-1] == "Memory"  # another box was chosen
    drawn = draw("encoder_decoder", english=TEXT, opened="cross_pattern.2.3.1.2", box="decoder 2 cross")
    weight = float(translators.translated("translate", TEXT).trace.cross[1].pattern[2, 1, 2])
    assert f"e to the power of this sum is {number(weight, 6)}." in says(open_level(drawn))


def test_the_probability_of_a_written_piece_opens() -> None:
    drawn = draw("encoder_decoder", english=TEXT, box="unembedding")
    trace = translators.translated("translate", TEXT).trace
    assert drawn.chosen("opened", 1) == {"opened": f"decoder_probability.1.{trace.target[1].id}"}


@pytest.mark.parametrize("opened", ["cross_pattern.2.3.99.0", "pattern.1.1.0.0", "nonsense"])
def test_a_number_that_the_translation_does_not_have_is_said_to_be_none(opened: str) -> None:
    drawn = draw("encoder_decoder", english=TEXT, opened=opened)
    assert drawn.notes[0].endswith("Here is the chosen box again.")


def test_every_box_is_chosen_and_opens() -> None:
    for name in boxes.names(boxes.cross.LAYERS):
        drawn = draw("encoder_decoder", english=TEXT, **draw("encoder_decoder", english=TEXT).chosen("flow", name))
        assert drawn.payload("opened")["text"] == TEXT and drawn.payload("flow")["selected"] == name


def test_every_number_stands_in_a_box() -> None:
    known = boxes.names(boxes.cross.LAYERS)
    for stage in ENCODER_DECODER:
        assert box_of(Place(stage, (0,) * len(AXES[stage])).label) in known


@pytest.mark.parametrize("box", [*boxes.names(boxes.cross.LAYERS)[:-1], "translate"])
def test_what_opens_is_the_number_that_is_shown(box: str) -> None:
    view = {"english": TEXT, "cross_head": "2"}
    of_box = {"labels": "tokens"} if box == "translate" else {"box": box}
    drawing = draw("translate" if box == "translate" else "encoder_decoder", **view, **of_box)
    trace, passed = translators.translated("translate", TEXT).trace, 0
    for item in (each for each in drawing.items if "doors" in each):
        for door, shown in zip(item["doors"], arrays(item, drawing.numbers(item["key"])), strict=True):
            for spot, label in labels(door, shown) if door else ():
                place = Place.parse(label)
                if place.stage == "decoder_pattern" and place.at[-1] > place.at[-2]:
                    continue
                found = opened_translation(translators.main().model, trace, place).value
                assert found == pytest.approx(float(shown[spot]), abs=2e-5, rel=1e-5), (item["key"], label)
                passed += 1
    assert passed


def test_a_beam_and_a_mean_of_heads_open_nowhere() -> None:
    for drawing in (
        draw("translate", english=TEXT, beams=4, labels="tokens", cross_head="2"),
        draw("encoder_decoder", english=TEXT, box="decoder 2 cross", cross_head="mean"),
    ):
        assert all("doors" not in item for item in drawing.items)
