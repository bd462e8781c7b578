"""The page of the block: the floors of the stream, units, norm and connections, and multiplication that repeats."""

from pathlib import Path

import numpy as np
import pytest
import torch

from headlight.pictures.decimals import percent
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.statements import lesson
from tests.transformer.real.kinds import KINDS, randomized, written
from training.unit_words import windows
from transformer import Edit, Intervention, open_folder
from transformer.bundled.unit_words import unit_words
from transformer.readings.deciding import deciding

TEXT = "She bears the pain"


def test_the_floors_hold_what_each_sublayer_adds_to_the_answer_and_what_the_stream_would_say() -> None:
    view = find("block")
    assert list(view.board(State.of(view)).pictures()) == ["chips", "floors", "units"]
    model = reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    last = torch.tensor(trace.layers[-1].residual_out[-1])
    weight, rows = transformer.final_norm.weight.detach(), transformer.unembedding.weight.detach()
    answer, sums = int(trace.next_logits.argmax()), np.zeros(2)
    floors = draw("block").payload("floors")["floors"]
    assert [row["name"] for row in floors] == [f"layer {layer}" for layer in range(1, 7)]
    for row, stages in zip(floors, trace.layers, strict=True):
        parts = stages.residual_mid - stages.residual_in, stages.residual_out - stages.residual_mid
        for at, part in enumerate(torch.tensor(each[-1]) for each in parts):
            logits = rows @ ((part - part.mean()) / last.std(unbiased=False) * weight)
            logits -= logits.mean()
            assert row["added"][at] == [("attention", "FFN")[at], pytest.approx(float(logits[answer]), abs=2e-4)]
            sums[at] += float(logits[answer])
        lens = (rows @ transformer.final_norm(torch.tensor(stages.residual_out[-1])).detach()).softmax(-1)
        assert (row["chance"], row["sure"]) == pytest.approx((float(lens[answer]), float(lens.max())), abs=1e-4)
        assert row["light"] == pytest.approx(max(0, 1 + float(lens[answer].log()) / np.log(len(lens))), abs=1e-4)
    assert floors[-1]["says"] == "bear" and draw("block").chosen("floors", 2) == {"layer": 3}
    assert draw("block").payload("floors")["rises"] and not draw("block", layer=3).payload("floors")["rises"]
    assert sums[0] > sums[1]  # attention brings the bear
    said, amounts = lesson("block"), [[amount for _, amount in row["added"]] for row in floors]
    ordered = sorted((amount for both in amounts for amount in both), reverse=True)
    fourth, sixth = amounts[3][0], amounts[5][0]
    assert f"Layer 4 adds {fourth:.1f} to its logit, layer 6 adds {sixth:.1f}: more than any other" in said
    assert ordered[:2] == [fourth, sixth]
    assert list(dict.fromkeys(row["says"] for row in floors)) == ["the", "old", "bear"]
    assert "*the*, *old*, then *bear*" in said


@torch.no_grad()
def test_what_leaves_a_norm_is_the_same_for_ten_times_the_vector_and_so_is_what_comes_next() -> None:
    model = reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    drawn = draw("block", layer=6, norm_factor=0.1, deeper=True)
    vector, block = trace.layers[5].residual_mid[-1], transformer.block(5)
    expected = [block.mlp_norm(torch.tensor(vector * np.float32(factor))).numpy() for factor in (1, 0.1)]
    after = drawn.numbers("norm_after").reshape(2, 24)
    np.testing.assert_allclose(after, [each[:24] for each in expected], atol=1e-4)
    np.testing.assert_allclose(after[0], after[1], atol=1e-2)
    answer, middle = int(trace.next_logits.argmax()), torch.tensor(vector)
    fed = block.mlp_out(torch.nn.functional.gelu(block.mlp_in(middle / 10)))
    left = transformer.unembedding(transformer.final_norm(middle + fed)).softmax(-1)[answer]
    assert f"“bear” next at × 0.1: {trace.probabilities[-1, answer]:.0%}, without this norm {left:.0%}." in drawn.notes
    assert any(note.startswith("✓ torch’s own layer_norm gives the same") for note in drawn.notes)
    assert f"={expected[1][np.abs(vector).argmax()]:.4g}".replace("-", "−") in drawn.formula("norm_formula")


@torch.no_grad()
def test_the_units_that_move_the_answer_most_are_bars_and_are_cut_as_a_pass_by_hand_cuts_them() -> None:
    drawn, model = draw("block"), reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    answer, block = int(trace.next_logits.argmax()), transformer.block(5)
    last, rows = torch.tensor(trace.layers[5].residual_out[-1]), transformer.unembedding.weight
    row = (rows[answer] - rows.mean(0)) * transformer.final_norm.weight / last.std(unbiased=False)
    written = torch.tensor(trace.layers[5].hidden[-1])[:, None] * block.mlp_out.weight.T
    each = ((written - written.mean(1, keepdim=True)) @ row).numpy()
    most = np.argsort(-np.abs(each))[:6]
    order = most[np.argsort(-each[most])]
    whole = float(each.sum() + (block.mlp_out.bias - block.mlp_out.bias.mean()) @ row)
    bars = drawn.payload("units")["bars"]
    assert [bar["value"] for bar in bars] == pytest.approx([*each[order], whole], abs=1e-4)
    assert "No single unit means *bear*" in lesson("block") and each.max() < 0.5
    named = unit_words("story")
    assert named is not None and [bar["label"] for bar in bars][-1] == "the whole FFN"
    for bar, unit in zip(bars, order, strict=False):
        assert bar["label"] == ", ".join(model.tokenizer.text_of(int(id)).strip() for id in named[5, unit])
    chosen = drawn.chosen("units", 0)
    assert chosen == {"cut_unit": f"6.{order[0]}"}
    middle = torch.tensor(trace.layers[5].residual_mid[-1])
    hidden = torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(middle)))
    hidden[order[0]] = 0
    left = transformer.unembedding(transformer.final_norm(middle + block.mlp_out(hidden))).softmax(-1)[answer]
    had, drawn = trace.probabilities[-1, answer], draw("block", **chosen)
    assert drawn.says("units") == f"Without unit {order[0]} “bear” falls from {had:.0%} to {left:.0%}."
    assert [bar["faded"] for bar in drawn.payload("units")["bars"]] == [True, *[False] * 6]
    assert drawn.chosen("units", 0) == {"cut_unit": None} and drawn.chosen("units", 6) == {"cut_unit": "6.all"}
    for layer, without in enumerate(deciding(model, trace).without_ffns, start=1):
        assert draw("block", layer=layer, cut_unit=f"{layer}.all").says("units").endswith(f"{percent(without)}.")


def test_a_unit_of_another_layer_or_of_none_is_not_cut_and_one_of_a_token_is_cut_there() -> None:
    for away in ("5.189", "6.768", "6", "all", "6.²"):
        assert draw("block", cut_unit=away).says("units") == ""
    drawn, model = draw("block", text=TEXT, token="1", cut_unit="6.all"), reader.loaded()
    id = int(model.trace("She bears").next_logits.argmax())
    short = model.trace("She bears", Intervention(edits=(Edit("ffn", 5, 0.0, position=1),)))
    assert drawn.says("units").endswith(f"{percent(float(short.probabilities[-1, id]))}.")


@pytest.mark.study
def test_a_unit_is_named_by_the_words_on_which_it_is_largest_in_text_of_the_training() -> None:
    """In a twentieth of the windows that they were measured on, a unit is larger on its word than in the mean."""
    model, named = reader.loaded(), unit_words("story")
    assert named is not None and named.shape == (6, model.config.d_mlp, 3)
    drawn = torch.from_numpy(windows(model)[:100])
    hidden = model.transformer.stages(drawn).blocks[5].hidden.flatten(0, 1)
    mean, ids = hidden.mean(0), drawn.flatten()
    means = [hidden[ids == int(word), unit].mean() - mean[unit] for unit, word in enumerate(named[5, :, 0])]
    known = torch.tensor([each for each in means if not each.isnan()])
    assert len(known) > 400 and (known > 0).float().mean() > 0.95


@pytest.mark.parametrize(("kind", "by_tanh"), [("gpt2", True), ("gpt-neox", False)])
def test_the_gelu_that_is_worked_out_is_the_one_that_the_model_computes(
    kind: str, by_tanh: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = open_folder(written(randomized(KINDS[kind]()), tmp_path))
    monkeypatch.setattr(reader, "opened", lambda name: model)
    said = draw("block", deeper=True, text="bears", model="SmolLM2", layer=2).formula("unit_formula")
    assert ("tanh" in said, "Φ" in said) == (by_tanh, not by_tanh)
    fires = float(np.abs(model.trace("bears").layers[1].hidden[-1]).max())
    assert f"={fires:#.4g}" in said
