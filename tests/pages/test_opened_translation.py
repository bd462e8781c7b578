"""A number of a translation opens in the two stacks: by its picture, its crumbs and its link."""

import pytest

from headlight.pages.translate import encoder_decoder as boxes
from headlight.parts import translators
from headlight.parts.words import number
from headlight.state.opening import box_of
from tests.draw import draw
from tests.state.test_opening import arrays, labels
from transformer.readings.opened_translation import opened_translation
from transformer.readings.terms import AXES, ENCODER_DECODER, Place

TEXT = "The red car"


def test_a_weight_across_opens_beside_its_box_and_goes_on_to_the_memory() -> None:
    way = "cross_pattern.2.3.1.2 cross_scaled.2.3.1.2 cross_score.2.3.1.2 cross_key.2.3.2.0"
    drawn = draw("encoder_decoder", english=TEXT, opened=way, box="decoder 2 cross")
    assert drawn.payload("flow")["selected"] == "decoder 2 cross"
    assert [chip["text"] for chip in drawn.payload("crumbs")["tokens"]] == [
        "cross pattern",
        "cross scaled",
        "cross score",
        "cross key",
    ]
    assert "Cross key layer 2, head 3, “car” at position 2, number 0" in drawn.titles
    chosen = drawn.chosen("terms", [0, 0])
    assert chosen["box"] == "memory" and chosen["opened"].split()[-1].startswith("memory.2.")
    assert drawn.chosen("crumbs", 1) == {"opened": " ".join(way.split()[:2]), "box": "decoder 2 cross"}
    assert drawn.chosen("flow", "memory") == {"box": "memory", "opened": None}
    drawn = draw("encoder_decoder", english=TEXT, opened=way, box="memory")
    assert drawn.titles[-1] == "Memory"  # another box was chosen
    drawn = draw("encoder_decoder", english=TEXT, opened="cross_pattern.2.3.1.2", box="decoder 2 cross")
    weight = float(translators.translated("translate", TEXT).trace.cross[1].pattern[2, 1, 2])
    assert f"e to the power of this sum is {number(weight, 6)}." in drawn.says("terms")


def test_the_probability_of_a_written_piece_opens() -> None:
    drawn = draw("encoder_decoder", english=TEXT, box="unembedding")
    trace = translators.translated("translate", TEXT).trace
    assert drawn.chosen("opened", 1) == {"opened": f"decoder_probability.1.{trace.target[1].id}"}


@pytest.mark.parametrize("opened", ["cross_pattern.2.3.99.0", "pattern.1.1.0.0", "nonsense"])
def test_a_number_that_the_translation_does_not_have_is_said_to_be_none(opened: str) -> None:
    drawn = draw("encoder_decoder", english=TEXT, opened=opened)
    assert drawn.notes[0].endswith("Here is the chosen box again.")


def test_every_number_stands_in_a_box() -> None:
    known = boxes.names(translators.main())
    for stage in ENCODER_DECODER:
        assert box_of(Place(stage, (0,) * len(AXES[stage])).label) in known


@pytest.mark.parametrize("box", [*boxes.names(translators.main())[:-1], "translate"])
def test_what_opens_is_the_number_that_is_shown(box: str) -> None:
    view = {"english": TEXT, "cross_head": "2"}
    of_box = {"labels": "pieces"} if box == "translate" else {"box": box}
    drawing = draw("translate" if box == "translate" else "encoder_decoder", **view, **of_box)
    trace, passed = translators.translated("translate", TEXT).trace, 0
    for item in (each for each in drawing.items if "doors" in each):
        for door, shown in zip(item["doors"], arrays(item, drawing.numbers(item["key"])), strict=True):
            for spot, label in labels(door, shown.shape) if door else ():
                place = Place.parse(label)
                if place.stage == "decoder_pattern" and place.at[-1] > place.at[-2]:
                    continue
                found = opened_translation(translators.main().model, trace, place).value
                assert found == pytest.approx(float(shown[spot]), abs=2e-5, rel=1e-5), (item["key"], label)
                passed += 1
    assert passed


def test_a_beam_and_a_mean_of_heads_open_nowhere() -> None:
    for drawing in (
        draw("translate", english=TEXT, beams="4", labels="pieces", cross_head="2"),
        draw("encoder_decoder", english=TEXT, box="decoder 2 cross", cross_head="mean"),
    ):
        assert all("doors" not in item for item in drawing.items)


def numbers_of(drawing) -> list[tuple[str, str, float]]:
    """Of what opens on the page of four translators the translator, the label and the number that is shown."""
    return [
        (door["model"], label, float(shown[spot]))
        for item in drawing.items
        if "doors" in item
        for door, shown in zip(item["doors"], arrays(item, drawing.numbers(item["key"])), strict=True)
        for spot, label in labels(door, shown.shape)
    ]


@pytest.mark.parametrize("same", [False, True])
def test_numbers_of_recurrent_translators_open_to_what_is_shown(same: bool) -> None:
    address = {"english": TEXT, "labels": "pieces", "same_french": same}
    found = numbers_of(draw("translators", **address))
    assert {name for name, *_ in found} == {"translate", *translators.RECURRENT}
    french = translators.translated("translate", TEXT).text
    for name, label, shown in found:
        trace = translators.forced(name, TEXT, french) if same else translators.translated(name, TEXT).trace
        number_of = opened_translation(translators.found(name).model, trace, Place.parse(label)).value
        assert number_of == pytest.approx(shown, abs=2e-5), (name, label)
    assert all("doors" not in item for item in draw("translators", english=TEXT).items)  # words are merged


@pytest.mark.parametrize("name", translators.OTHERS)
def test_a_piece_that_a_recurrent_translator_wrote_opens_where_the_matrices_are(name: str) -> None:
    address = {"english": TEXT, "labels": "pieces"}
    drawing, trace = draw("translators", **address), translators.translated(name, TEXT).trace
    chosen = drawing.chosen(f"french_of_{name}", 1)
    assert chosen == {"opened": f"decoder_probability.1.{trace.target[1].id}", "translator": name}
    opened_now = draw("translators", **address, **chosen)
    assert name not in opened_now.keys and "terms" in opened_now.keys
    assert f"is {number(float(trace.probabilities[1, trace.target[1].id]), 6)}." in opened_now.says("terms")
    way = [chosen["opened"]]
    for _ in range(3):
        way = opened_now.chosen("terms", [0, 0])["opened"].split()
        opened_now = draw("translators", **address, translator=name, opened=" ".join(way))
    assert [chip["text"] for chip in opened_now.payload("crumbs")["tokens"]] == [
        *("decoder probability", "decoder logit", "decoder final"),
        way[-1].partition(".")[0].replace("_", " "),
    ]
    assert opened_now.chosen("crumbs", 1) == {"opened": " ".join(way[:2])}


def test_a_gate_says_what_its_sum_becomes_and_a_state_that_it_is_shared() -> None:
    address = {"english": TEXT, "labels": "pieces", "translator": "translate-dot"}
    drawing = draw("translators", **address, opened="decoder_update.1.7")
    assert "; the sigmoid of this sum is" in drawing.says("terms")
    assert drawing.titles[5] == "Decoder update “La” at position 1, number 7"
    drawing = draw("translators", **address, opened="decoder_state.1.7")
    assert drawing.payload("terms")["rows"] == ["new, by 1 − update", "state before, by update"]
    assert drawing.chosen("terms", [0, 1]) == {"opened": "decoder_state.1.7 decoder_update.1.7"}
    assert drawing.chosen("terms", [1, 0]) == {"opened": "decoder_state.1.7 decoder_state.0.7"}
    (share, rest) = drawing.numbers("terms").reshape(2, 3)[:, 1]
    assert share + rest == pytest.approx(1)
    drawing = draw("translators", **address, opened="cross_pattern.1.1.1.2")
    assert drawing.titles[5] == "Cross pattern “voiture”, looking at “car”"


def test_a_number_that_a_recurrent_translator_does_not_have_leaves_the_matrices() -> None:
    drawing = draw("translators", english=TEXT, translator="translate-fixed", opened="cross_pattern.1.1.0.0")
    assert any(note.endswith("Here are the matrices again.") for note in drawing.notes)
    assert "translate-dot" in drawing.keys and "terms" not in drawing.keys
