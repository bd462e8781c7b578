"""The page that translates: real numbers at once, the address restores the picture, any text is met calmly."""

import numpy as np

from headlight.parts import translators
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.screen import formula, headings, opened, payload
from tests.statements import lesson
from transformer import translation_effects
from transformer.readings.translation_effects import WeightPlace, taken_off


def test_each_look_across_has_its_effect_one_click_deeper() -> None:
    drawn = draw("translate", deeper=True, english="The red car", cross_layer="3", cross_head="6")
    translator = translators.main()
    trace = translators.translated("translate", "The red car").trace
    own = translation_effects(translator.model, trace).own
    row, column = (int(at) for at in np.unravel_index(np.abs(own[2, 5]).argmax(), own[2, 5].shape))
    exact = taken_off(translator.model, trace, WeightPlace("cross", 2, 5, row, column))[row]
    shown = own[2, 5].copy()
    shown[row, column] = exact
    np.testing.assert_allclose(drawn.numbers("cross_effects"), shown.ravel(), rtol=1e-5, atol=1e-6)
    assert drawn.says("cross_effects") == (f"Without voiture attending to car, its logit falls by {exact:.2f}.")
    assert drawn.chosen("cross_effects", [2, 1]) == {"look_cut": "cross.2.1"}
    words = lesson("translate")
    assert f"that is worth {exact:.2f} of its logit" in words and f"first order says {own[2, 5].max():.2f}" in words
    assert translator.alignment.best == (1, 1)
    low, high = translator.alignment.of(1, 1).writing_interval
    among = f"layer 2, head 2: 0.174 (95%: {low:.2f} to {high:.2f})"
    assert any(among in note for note in drawn.notes)
    assert drawn.chosen("measured_heads", [1, 3]) == {"cross_layer": "2", "cross_head": "4"}
    for cut in ("cross.99.1", "rubbish", "cross.-1.0", "decoder.0.0"):  # none of its cells
        given = draw("translate", deeper=True, english="The red car", cross_layer="3", cross_head="6", look_cut=cut)
        assert given.payload("cross_effects")["selected"] == [row, column]
    mean = draw("translate", deeper=True, english="The red car", cross_layer="3", cross_head="mean")
    np.testing.assert_allclose(mean.numbers("cross_effects"), own[2].sum(0).ravel(), rtol=1e-4, atol=1e-5)
    address = {"english": "The red car", "cross_layer": "3", "cross_head": "mean", "look_cut": "cross.1.3"}
    assert own[2][4, 1, 3] == own[2][:, 1, 3].min() < -own[2][:, 1, 3].max(), "head 5 lowers it most"
    assert "in head 5, the strongest there," in draw("translate", deeper=True, **address).says("cross_effects")


def test_one_weight_is_taken_apart() -> None:
    at = opened("translate", english="The red car", arithmetic="true", french_piece="1", english_piece="2")
    layer, head = translators.main().alignment.best
    trace = translators.translated("translate", "The red car", 1).trace
    assert f"gives {100 * trace.cross[layer].pattern[head, 1, 2]:.0f}% of its attention" in "".join(
        words for words, _ in payload(at, "cross_look")["pieces"]
    )
    score = float(trace.cross[layer].queries[head, 1] @ trace.cross[layer].keys[head, 2])
    assert payload(at, "cross_products")["alt"].endswith(f"whose sum is {score:.4f}.")
    assert "√32" in formula(at, "cross_score_formula") and "exp" in formula(at, "cross_weight_formula")
    at = opened("translate", cross_head="mean", arithmetic="true")
    assert any("choose one head" in heading for heading in headings(at))


def test_what_is_drawn_is_of_the_text_or_of_the_example_where_the_box_is_empty() -> None:
    assert draw("translate", english="  ").payload("ribbons")["text"] == translators.EXAMPLE
    typed = draw("translate", english="The red car ")
    assert typed.payload("ribbons")["text"] == "The red car" and np.isfinite(typed.numbers("ribbons")).all()
    tokens = translators.translated(translators.MAIN, "A painter’s unbelievable car").target
    ends = [place for place, token in enumerate(tokens) if place and token.text.startswith((" ", "<|"))]
    for step in range(1, len(tokens)):  # a word has a ribbon once all of it is written
        drawn = draw("translate", english="A painter’s unbelievable car", labels="words", step=step)
        assert drawn.payload("ribbons")["written"] == max(1, sum(end <= step for end in ends))


def test_all_four_write_token_by_token_and_no_pass_is_computed_that_is_not_drawn() -> None:
    text = "The green river is long."
    state = State.of(find("translators"), english=text, race=2)
    state.view.board(state)
    assert not any("trace" in vars(translators.translated(name, text)) for name in translators.TITLES)
    drawn = draw("translators", english=text, race=2)
    for name in translators.TITLES:
        result = translators.translated(name, text)
        begun = "".join(token.text for token in result.target[:2]).strip()
        assert "".join(words for words, _ in drawn.payload(f"french_of_{name}")["pieces"]) == f"{begun} …"
    whole = draw("translators", english=text, race=96)
    written = translators.translated(translators.MAIN, text).text
    assert "".join(words for words, _ in whole.payload("french_of_translate")["pieces"]) == written
    sure = [bar["value"] for bar in whole.payload("sure")["bars"]]
    assert len(sure) == 4 and all(0 < chance <= 1 for chance in sure)
