"""All heads: all heads and the chosen one in one board, for any state of the dials."""

import numpy as np
import pytest

from headlight.pages.all_heads import wall
from headlight.parts.dials import BRINGS
from tests.draw import draw
from tests.real_models import NAME
from transformer import effects, load
from transformer.readings.answer import id_of, logit
from transformer.readings.effects import cut

GIRL = "The girl stepped into bear country and helped the"


def test_effects_are_of_the_words_that_are_typed_and_a_chosen_cell_is_cut_exactly() -> None:
    drawn = draw("all_heads", text=GIRL, by_effect=True, for_word="bear", against_word="boy", query=7, key_position=0)
    model = load("story")
    trace, word = model.trace(GIRL), (id_of(model, "bear"), id_of(model, "boy"))
    assert drawn.titles[1] == "Layer 6, head 5: effect on “bear” less “boy”"
    effect = logit(model, trace, word) - logit(model, cut(model, trace, *BRINGS, 7, 0), word)
    assert f"{abs(effect):.3f}" in drawn.says("effects")
    assert drawn.numbers("effects").reshape(9, 9)[7, 0] == pytest.approx(effect, abs=1e-5)
    lowers = effects(model, model.trace("Once upon a"), word[0]).min()
    notes = draw("all_heads", text="Once upon a", by_effect=True, for_word="bear").notes
    assert any(f"orange lowers it (strongest: {-lowers:.2f})" in note for note in notes)


def test_a_word_that_is_no_token_is_said_to_be_none_and_left_out() -> None:
    drawn = draw("all_heads", text=GIRL, by_effect=True, for_word="bear country", against_word="*zz* qq")
    assert "“bear country” is no single token of this model: choose another word." in drawn.notes
    assert "“*zz* qq” is no single token of this model: choose another word." in drawn.notes
    assert drawn.titles[1].endswith("effect on “bear”")


def test_of_one_token_nothing_can_be_cut() -> None:
    drawn = draw("all_heads", deeper=True, text="bear", by_effect=True)
    assert "cannot be cut" in drawn.says("effects")
    assert "no rank correlation" in drawn.says("weights")
    assert drawn.payload("next_word")["bars"][0]["before"] is None


def test_lines_of_several_heads_and_tokens_stand_in_the_address() -> None:
    trace = load("story").trace("bear country")
    drawn = draw(
        "all_heads", text="bear country", layer=3, head=2, as_lines=True, other_heads="9 4 x 2", lines_of="q1 k0"
    )
    assert "pattern" not in drawn.keys and drawn.payload("lines")["heads"]["drawn"] == [1, 3]
    assert drawn.payload("lines")["chosen"] == ["queries", [1]]
    np.testing.assert_array_equal(drawn.numbers("lines"), trace.layers[2].pattern[[1, 3]].ravel())
    assert drawn.chosen("lines", ["heads", [3]]) == {"layer": 3, "head": 4, "other_heads": None}
    assert drawn.chosen("lines", ["heads", [0, 1, 5]]) == {"layer": 3, "head": 2, "other_heads": "1 6"}
    assert drawn.chosen("lines", ["layer", 5]) == {"layer": 6, "head": 2}
    assert drawn.chosen("lines", ["tokens", ["keys", [0, 1]]]) == {"lines_of": "k0 k1"}
    assert drawn.chosen("head_grid", [0, 0]) == {"layer": 1, "head": 1, "other_heads": None}


@pytest.mark.parametrize(("model", "key"), [("story", "head_grid"), (NAME, "wall")])
@pytest.mark.parametrize("order", ["entropy", "similar patterns", "the token before"])
def test_effects_stand_in_the_order_of_the_patterns(model: str, key: str, order: str) -> None:
    address = {"model": model, "text": "bear country and helped", "heads_by": order}
    patterns, worth = (draw("all_heads", **address, by_effect=by).payload(key) for by in (False, True))
    assert worth["extent"] is not None and patterns["extent"] is None
    for field in ("order", "clusters", "names"):
        assert worth[field] == patterns[field]
    assert len(worth["order"]) == worth["layers"] * worth["heads"]


def test_where_nothing_can_be_brought_heads_stand_by_their_layers() -> None:
    for changed in ({"model": "MiniLM"}, {"text": "bear"}):
        drawn = draw("all_heads", heads_by="what they bring", **changed)
        key = "wall" if "model" in changed else "head_grid"
        assert drawn.payload(key)["order"] == []
        assert any(wall.NOTHING_BROUGHT in heading for heading in drawn.headings)
