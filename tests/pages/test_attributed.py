"""Who wrote it: parts that sum to the logit, those that are cut, and what silencing a head does."""

import numpy as np
import pytest
import torch

from tests.draw import draw
from transformer import attribution, load
from transformer.readings.answer import id_of, logit, logit_of
from transformer.readings.attribution import unwired
from transformer.readings.opened import opened
from transformer.readings.terms import Place

GIRL = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.mark.parametrize(("for_word", "against_word"), [("", ""), ("boy", ""), ("bear", "boy")])
def test_the_bars_sum_to_the_logit_of_the_word_or_of_the_difference(model, for_word: str, against_word: str) -> None:
    trace = model.trace(GIRL)
    ids = [id_of(model, word) for word in (for_word or "bear", against_word) if word]
    drawn = draw("attributed", text=GIRL, for_word=for_word, against_word=against_word)
    whole = logit(model, trace, (ids[0], ids[1]) if len(ids) == 2 else ids[0])
    bars = drawn.payload("balance")["bars"]
    assert sum(bar["value"] for bar in bars) == pytest.approx(whole, abs=1e-5)
    assert [bar["note"] for bar in bars] == [f"{bar['value']:+.1f}".replace("-", "−") for bar in bars]
    assert f"They sum to {whole:.1f}" in drawn.says("balance")
    assert ("softmax makes it" in drawn.says("balance")) == (not against_word)


@pytest.mark.parametrize("against_word", ["", "boy"])
def test_a_ribbon_is_as_wide_as_the_part_of_what_the_heads_took_from_its_word(model, against_word: str) -> None:
    trace, bear = model.trace(GIRL), id_of(model, "bear")
    word = (bear, id_of(model, against_word)) if against_word else bear
    looks = attribution(model, trace, word).looks
    taken = np.maximum(looks.sum((0, 1)), 0)
    drawn = draw("attributed", text=GIRL, for_word="bear", against_word=against_word)
    ribbons = drawn.numbers("taken").reshape(9, 9)
    np.testing.assert_allclose(ribbons[-1], taken / taken.sum(), atol=1e-6)
    assert not ribbons[:-1].any() and drawn.payload("taken")["held"]
    share = looks[5, 4, 4]
    assert share == np.abs(looks).max()  # of one head from one word: whole heads may add more
    assert "".join(piece for piece, _ in drawn.payload("taken")["why"]) == (
        f"Largest single part: head 6.5 gives 93% of its attention to “bear”, which adds +{share:.1f}."
    )
    (doors,) = (item["doors"] for item in drawn.items if item.get("key") == "taken")
    labels = [".".join(map(str, (door["stage"], *door["at"]))) for door in doors if door]
    found = [opened(model.transformer, trace, Place.parse(label)).value for label in labels]
    assert found == pytest.approx([trace.layers[5].pattern[4, -1, 4], share], abs=1e-5)


def test_a_part_and_a_word_are_cut_by_a_click_and_healed_by_another(model) -> None:
    trace, bear = model.trace(GIRL), id_of(model, "bear")
    drawn = draw("attributed", text=GIRL)
    bar = drawn.payload("next_word")["bars"][0]
    assert bar["value"] == pytest.approx(trace.probabilities[-1, bear], abs=1e-6) and bar["before"] is None
    assert "Cut a part: what moves?" in drawn.headings
    names = [bar["label"] for bar in drawn.payload("balance")["bars"]]
    assert names[:2] == ["head 6.5 from “bear”", "FFN 6"] and names[-1] == "all other parts"
    assert [drawn.chosen("balance", at) for at in (0, 1)] == [{"wires": "6.5.4"}, {"wires": "ffn.6"}]
    for click in (["word", 4], ["cut", ["word", 4]]):
        assert drawn.chosen("taken", click) == {"wires": "4"}
    away = "9.9.9 0.1.1 6.0.4 6.5.99 99 ffn.7 ffn.0 x"  # parts that this model and this text do not have
    cases = (
        ("6.5.4", [(5, 4, 4)], ()),
        (f"6.5.4 4.3.4 ffn.6 {away}", [(5, 4, 4), (3, 2, 4)], [5]),
        ("4", [(layer, head, 4) for layer in range(6) for head in range(6)], ()),
    )
    for wires, links, ffns in cases:
        drawn = draw("attributed", text=GIRL, wires=wires)
        final = unwired(model, trace, links, ffns)
        had, has = logit(model, trace, bear), float(logit_of(model, trace, final, bear))
        assert drawn.says("next_word") == f"Cut: the logit of “bear” goes from {had:.1f} to {has:.1f}."
        bar = drawn.payload("next_word")["bars"][0]
        assert bar["before"] == pytest.approx(trace.probabilities[-1, bear], abs=1e-6) and bar["value"] < bar["before"]
        assert "Dashed bars show it uncut." in drawn.headings
        faded = {bar["label"] for bar in drawn.payload("balance")["bars"] if bar["faded"]}
        parts = [f"head {layer + 1}.{head + 1} from “{trace.words[key]}”" for layer, head, key in links]
        assert faded == {*parts, *(f"FFN {layer + 1}" for layer in ffns)} & set(names)
    assert drawn.payload("taken")["cut"]["words"] == [4] and drawn.numbers("taken").reshape(9, 9)[-1, 4] == 0
    assert drawn.chosen("taken", ["word", 4]) == drawn.chosen("balance", 0) == {"wires": None}


def test_an_ffn_is_cut_from_what_the_last_norm_reads(model) -> None:
    trace = model.trace(GIRL)
    last = trace.layers[-1]
    without = torch.tensor(last.residual_out[-1] - (trace.layers[2].residual_out - trace.layers[2].residual_mid)[-1])
    with torch.inference_mode():
        final = model.transformer.final_norm(without).numpy()
    np.testing.assert_allclose(unwired(model, trace, [], [2]), final, atol=2e-5)


def test_a_wire_is_cut_as_a_hook_on_the_last_norm_cuts_it(model) -> None:
    trace = model.trace(GIRL)
    attention = model.transformer.block(3).attention
    part = trace.layers[3].pattern[2, -1, 4] * trace.layers[3].values[2, 4]
    vector = np.zeros(trace.config.d_model, np.float32)
    vector[2 * trace.config.d_head : 3 * trace.config.d_head] = part
    with torch.inference_mode():
        taken = torch.tensor(vector) @ attention.output.weight.T
        hook = model.transformer.final_norm.register_forward_pre_hook(lambda _, given: (given[0] - taken,))
        final = model.transformer.stages(torch.tensor([token.id for token in trace.tokens])).final[-1].numpy()
        hook.remove()
    np.testing.assert_allclose(unwired(model, trace, [(3, 2, 4)]), final, atol=2e-5)


def test_a_word_less_itself_is_said_to_be_always_0_and_asked_about_alone() -> None:
    drawn = draw("attributed", text=GIRL, for_word="bear", against_word="bear")
    assert "“bear” less itself is always 0: choose another word." in drawn.notes
    assert "What made “bear”?" in [item.get("title") for item in drawn.items]
