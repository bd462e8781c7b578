"""The page of the block: each of its parts by address, and its dials."""

from pathlib import Path

import numpy as np
import pytest
import torch

from headlight.pages.block import feed_forward
from headlight.pages.why_attention import gradients
from headlight.parts import words
from headlight.pictures.decimals import percent
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.screen import formula, notes, numbers, opened, payload
from tests.statements import lesson
from tests.transformer.real.kinds import KINDS, randomized, written
from transformer import Edit, Intervention, open_folder
from transformer.experiments.depth import BLOCKS, of_text, untrained_gradients
from transformer.readings.answer import id_of
from transformer.readings.deciding import deciding
from transformer.readings.layer_norm import layer_norm, module, weights
from transformer.readings.loss import sentence_loss
from transformer.readings.residual import stream

TEXT = "She bears the pain"


def test_the_first_screen_measures_the_stream_of_the_example() -> None:
    at = draw("block", deeper=True)
    trace = reader.loaded().trace(reader.EXAMPLE)
    measured = stream(trace)
    for name in ("lengths", "added", "cosines"):
        assert at.payload(f"stream_{name}")["text"] == reader.EXAMPLE
        np.testing.assert_allclose(at.numbers(f"stream_{name}"), getattr(measured, name).ravel(), rtol=1e-6)
    assert at.payload("stream_lengths")["rows"][:3] == ["in", "1 attention", "1 FFN"]
    assert "cos" in at.formula("length_attended") and "cos" in at.formula("length_FFN")


def test_the_floors_hold_what_each_sublayer_adds_to_the_answer_and_what_the_stream_would_say() -> None:
    view = find("block")
    assert list(view.board(State.of(view)).pictures()) == ["chips", "floors"]
    model = reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    last = torch.tensor(trace.layers[-1].residual_out[-1])
    weight, rows = transformer.final_norm.weight.detach(), transformer.unembedding.weight.detach()
    answer, sums = int(trace.next_logits.argmax()), np.zeros(2)
    floors = draw("block").payload("floors")["rows"]
    assert [row["name"] for row in floors] == [f"layer {layer}" for layer in range(1, 7)]
    for row, stages in zip(floors, trace.layers, strict=True):
        parts = stages.residual_mid - stages.residual_in, stages.residual_out - stages.residual_mid
        for at, part in enumerate(torch.tensor(each[-1]) for each in parts):
            logits = rows @ ((part - part.mean()) / last.std(unbiased=False) * weight)
            logits -= logits.mean()
            assert row["cells"][at][4] == pytest.approx(float(logits[answer]), abs=2e-4)
            sums[at] += float(logits[answer])
        lens = (rows @ transformer.final_norm(torch.tensor(stages.residual_out[-1])).detach()).softmax(-1)
        shares = [cell[2] for cell in row["cells"][2:]]
        np.testing.assert_allclose(shares, np.sort(lens.numpy())[:-4:-1], atol=1e-4)
    assert floors[-1]["cells"][2][0] == "bear" and floors[-1]["cells"][2][3]
    assert sums[0] > sums[1]  # attention brings the bear
    said, amounts = lesson("block"), [[cell[4] for cell in row["cells"][:2]] for row in floors]
    ordered = sorted((amount for both in amounts for amount in both), reverse=True)
    fourth, sixth = amounts[3][0], amounts[5][0]
    assert f"Layer 4 adds {fourth:.1f} to its logit, layer 6 adds {sixth:.1f}: more than any other" in said
    assert ordered[:2] == [fourth, sixth]
    assert list(dict.fromkeys(row["cells"][2][0] for row in floors)) == ["the", "old", "bear"]
    assert "*the*, *old*, then *bear*" in said


def test_a_layer_says_in_its_columns_what_goes_in_and_what_comes_out_times_ten_at_first() -> None:
    view = find("layer_norm")
    assert [part.key for part in view.placed("above", State.of(view))] == ["norm_factor", "norm_shift"]
    assert list(view.board(State.of(view)).pictures()) == ["norm_before", "norm_after"]
    drawn = draw("layer_norm", layer=3)
    vector = reader.loaded().trace(reader.EXAMPLE).layers[2].residual_in[-1]
    norm = module(reader.loaded().transformer, 2, "before attention")
    with torch.no_grad():
        expected = [norm(torch.tensor(vector * factor)).numpy() for factor in (1, 10)]
    before, after = (drawn.numbers(key).reshape(2, 24) for key in ("norm_before", "norm_after"))
    np.testing.assert_allclose(before, [vector[:24], 10 * vector[:24]], rtol=1e-5)
    np.testing.assert_allclose(after, [each[:24] for each in expected], atol=1e-4)
    np.testing.assert_allclose(after[0], after[1], atol=1e-3)


@torch.no_grad()
def test_a_norm_says_what_comes_next_where_the_vector_is_ten_times_as_long_and_where_the_norm_is_left_out() -> None:
    model = reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    answer, middle = int(trace.next_logits.argmax()), torch.tensor(trace.layers[5].residual_mid[-1])
    block, had = transformer.block(5), trace.probabilities[-1, answer]
    fed = block.mlp_out(torch.nn.functional.gelu(block.mlp_in(middle / 10)))
    left = transformer.unembedding(transformer.final_norm(middle + fed)).softmax(-1)[answer]
    note, *_ = draw("layer_norm", layer=6, norm="before FFN", norm_factor=0.1).notes
    assert note == f"“bear” next at × 0.1: {had:.0%}, without this norm {left:.0%}."
    assert draw("layer_norm").notes[0] == f"“bear” next at × 10: {had:.0%}, without this norm under 1%."
    raw = (trace.unembedding @ (trace.layers[5].residual_out[-1] / 10)).astype(np.float64)
    left = float(np.exp(raw[answer] - np.log(np.exp(raw).sum())))
    note, *_ = draw("layer_norm", norm="before unembedding", norm_factor=0.1).notes
    assert note == f"“bear” next at × 0.1: {had:.0%}, without this norm {percent(left)}."


def test_the_units_that_move_the_answer_most_are_bars_beside_what_the_whole_ffn_adds() -> None:
    view = find("feed_forward")
    assert list(view.board(State.of(view)).pictures()) == ["chips", "units", "next_word"]
    drawn, model = draw("feed_forward"), reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    answer = int(trace.next_logits.argmax())
    last = torch.tensor(trace.layers[5].residual_out[-1])
    rows = transformer.unembedding.weight.detach()
    row = (rows[answer] - rows.mean(0)) * transformer.final_norm.weight.detach() / last.std(unbiased=False)
    written = torch.tensor(trace.layers[5].hidden[-1])[:, None] * transformer.blocks[5].mlp_out.weight.detach().T
    each = ((written - written.mean(1, keepdim=True)) @ row).numpy()
    most = np.argsort(-np.abs(each))[:7]
    order = most[np.argsort(-each[most])]
    bars = drawn.payload("units")["bars"]
    assert [bar["label"] for bar in bars] == [*(f"unit {unit}" for unit in order), "whole FFN"]
    bias = transformer.blocks[5].mlp_out.bias.detach()
    whole = float(each.sum() + (bias - bias.mean()) @ row)
    assert [bar["value"] for bar in bars] == pytest.approx([*each[order], whole], abs=1e-4)
    fires = trace.layers[5].hidden[-1, order[0]]
    assert bars[0]["note"] == f"{fires:.1f} × {each[order[0]] / fires:+.2f} = {each[order[0]]:+.2f}"
    assert "The best adds less than half a logit" in lesson("feed_forward") and each.max() < 0.5
    best = written[int(order[0])]
    raised = (rows @ ((best - best.mean()) * transformer.final_norm.weight.detach())).topk(4).indices.tolist()
    assert not any("bear" in model.tokenizer.text_of(id) for id in raised)


@torch.no_grad()
def test_a_unit_is_cut_as_a_pass_by_hand_cuts_it_and_the_ffn_as_the_head_that_decides_is_found() -> None:
    model = reader.loaded()
    trace, transformer = model.trace(reader.EXAMPLE), model.transformer
    answer, block = int(trace.next_logits.argmax()), model.transformer.block(5)
    chosen = draw("feed_forward").chosen("units", 0)
    assert chosen == {"cut_unit": "6.189"}
    middle = torch.tensor(trace.layers[5].residual_mid[-1])
    hidden = torch.nn.functional.gelu(block.mlp_in(block.mlp_norm(middle)))
    hidden[189] = 0
    logits = transformer.unembedding(transformer.final_norm(middle + block.mlp_out(hidden)))
    drawn = draw("feed_forward", **chosen)
    (bear, *_), had = drawn.payload("next_word")["bars"], trace.probabilities[-1, answer]
    assert (bear["label"], bear["before"]) == ("bear", pytest.approx(had, abs=1e-6))
    assert bear["value"] == pytest.approx(float(logits.softmax(-1)[answer]), abs=1e-5)
    assert drawn.says("next_word") == f"Without unit 189 “bear” falls from {had:.0%} to {bear['value']:.0%}."
    assert [bar["label"] for bar in drawn.payload("units")["bars"] if bar["faded"]] == ["unit 189"]
    assert drawn.chosen("units", 0) == {"cut_unit": None} and drawn.chosen("units", 7) == {"cut_unit": "6.all"}
    for layer, without in enumerate(deciding(model, trace).without_ffns, start=1):
        bars = draw("feed_forward", layer=layer, cut_unit=f"{layer}.all").payload("next_word")["bars"]
        (value,) = [bar["value"] for bar in bars if bar["label"] == "bear"]
        assert value == pytest.approx(without, abs=1e-5)


def test_a_unit_of_another_layer_or_of_none_is_not_cut_and_one_of_a_token_is_cut_there() -> None:
    for away in ("5.189", "6.768", "6", "all", "6.²"):
        assert draw("feed_forward", cut_unit=away).says("next_word") == ""
    drawn, model = draw("feed_forward", text=TEXT, token="1", cut_unit="6.all"), reader.loaded()
    assert drawn.titles[1] == "What comes after “bears”"
    short = model.trace("She bears", Intervention(edits=(Edit("ffn", 5, 0.0, position=1),)))
    values = [bar["value"] for bar in drawn.payload("next_word")["bars"]]
    assert max(values) == pytest.approx(short.probabilities[-1].max(), abs=1e-6)
    assert drawn.chosen("next_word", 0)["text"].startswith("She bears ")


def test_the_words_that_a_unit_raises_are_whole() -> None:
    whole = feed_forward._whole_words(reader.loaded())
    assert [id_of(reader.loaded(), word) in whole for word in ("bear", "indeed")] == [
        False,
        True,
    ]  # "bears" is a token too
    assert draw("feed_forward", cut_unit="6.189").says("units") == "Unit 189 also raises indeed, hurts, failed."


def test_layer_and_token_choose_the_cell_and_the_formula() -> None:
    at = draw("block", text=TEXT, layer="2", token="1", deeper=True)
    measured = stream(reader.loaded().trace(TEXT))
    assert at.payload("stream_added")["selected"] == [3, 1]
    assert f"{measured.lengths[2, 1]:.1f}^2" in at.formula("length_attended")
    assert f"{measured.lengths[3, 1]:.1f}" in at.formula("length_attended")


def test_switching_the_residual_off_shows_its_loss_and_alike_tokens() -> None:
    at = draw("residual_off", text=TEXT, off_around="attention", off_in="this layer", layer="4")
    change = Intervention(residual_off=frozenset({(3, "attention")}))
    after = reader.loaded().trace(TEXT, change)
    before = reader.loaded().trace(TEXT)
    said = "".join(words for words, _ in at.payload("cut_off_words")["says"])
    assert said == (
        f"Loss of the sentence: {sentence_loss(before):.2f} → {sentence_loss(after):.2f} nats per token; "
        "a blind guess: 9.01."
    )
    assert all(bar["before"] is not None for bar in at.payload("cut_off_words")["bars"])


def test_the_gradient_of_the_sentence_is_drawn_with_the_connections_and_without() -> None:
    at = draw("residual_off", deeper=True, text=TEXT, off_around="FFN", off_in="every layer")
    model = reader.loaded()
    trace = model.trace(TEXT)
    cut = Intervention(residual_off=frozenset((layer, "ffn") for layer in range(6)))
    kept, without = (of_text(model.transformer, trace, change).norms for change in (Intervention(), cut))
    np.testing.assert_allclose(at.numbers("gradient_trained").reshape(3, 7), [range(7), kept, without], rtol=1e-4)
    assert at.payload("gradient_trained")["logarithmic"] == "y"
    said = next(note for note in at.notes if note.startswith("From the last layer to the first"))
    for norms in (kept, without):
        assert f"{words.number(norms[0] / norms[-1], 2)} times" in said
    assert (without > kept).all()  # "the whole curve lies higher"
    shorter = zip(model.trace(TEXT, cut).layers, trace.layers, strict=True)
    assert all(np.linalg.norm(off.residual_out) < np.linalg.norm(on.residual_out) for off, on in shorter)


def test_the_deep_stack_is_drawn_in_all_four_ways_and_loses_its_gradient_in_one() -> None:
    at = draw("residual_off", deeper=True, text=TEXT)
    names = at.payload("gradient_untrained")["names"]
    depth, *drawn = at.numbers("gradient_untrained").reshape(5, BLOCKS + 1)
    np.testing.assert_array_equal(depth, range(BLOCKS + 1))
    gains = {name: float(norms[0] / norms[-1]) for name, norms in zip(names, drawn, strict=True)}
    assert gains["neither"] < 1e-6 and gains["residual connections alone"] > 1e4
    assert 1 / 20 < gains["layer norm alone"] < 20 and 1 / 20 < gains["both"] < 20
    assert any(f"multiplied by {words.number(gains['neither'], 2)} with neither: it vanishes." in n for n in at.notes)


@pytest.mark.parametrize(("size", "ends"), [("1.1", ". Residual"), ("1.2", ": it explodes. Residual")])
def test_the_deep_stack_is_drawn_with_fresh_weights_of_the_chosen_size(size: str, ends: str) -> None:
    at = draw("residual_off", deeper=True, text=TEXT, weight_size=size)
    names = at.payload("gradient_untrained")["names"]
    norms = at.numbers("gradient_untrained").reshape(5, BLOCKS + 1)[1 + names.index("neither")]
    expected = untrained_gradients(residual=False, normed=False, size=float(size)).norms
    np.testing.assert_allclose(norms, expected, rtol=1e-4)
    assert any(f"by {words.number(expected[0] / expected[-1], 2)} with neither{ends}" in note for note in at.notes)
    assert any(f"standard deviation {size}/√fan-in" in heading for heading in at.headings)


def test_one_token_has_no_loss_and_no_pair() -> None:
    at = draw("residual_off", text="bear", deeper=True)
    assert at.payload("cut_off_words")["says"] == []
    assert any("One token has no other" in note for note in at.notes)
    assert any("no loss" in note for note in draw("residual_off", text="bear", deeper=True).notes)


def stages_shown(page) -> dict[str, list[str]]:
    """The table of a norm's stages, as it is written."""
    columns = payload(page, "norm_stages")["columns"]
    return {column["name"]: [shown for shown, _ in column["cells"]] for column in columns}


@pytest.mark.parametrize("place", ["before attention", "before FFN", "before unembedding"])
def test_layer_norm_shows_its_stages_and_agrees_with_torch(place: str) -> None:
    at = opened("layer_norm", text=TEXT, norm=place, norm_factor="100", dimension="7", arithmetic="true", more="true")
    model = reader.loaded()
    trace = model.trace(TEXT)
    stages = trace.layers[2]
    read = {"before attention": stages.residual_in, "before FFN": stages.residual_mid}
    vector = read.get(place, trace.layers[-1].residual_out)[-1]
    expected = layer_norm(vector * 100, *weights(module(model.transformer, 2, place)))
    np.testing.assert_allclose(numbers(at, "norm_strips").reshape(3, -1)[2], expected.after, rtol=1e-4, atol=1e-5)
    assert stages_shown(at)["standard deviation"][0] == f"{expected.deviation:.4f}"
    assert "y_7" in formula(at, "norm_formula")
    assert any(note.startswith("✓ torch’s own layer_norm gives the same") for note in notes(at))


def test_the_units_that_fire_most_stand_with_what_they_push_up() -> None:
    at = draw("feed_forward", text=TEXT, layer="6", token="0")
    hidden = reader.loaded().trace(TEXT).layers[5].hidden[0]
    bars = at.payload("strongest_units")["bars"]
    assert [bar["value"] for bar in bars] == pytest.approx(sorted(hidden.tolist(), reverse=True)[:8])
    assert bars[0]["label"] == f"unit {hidden.argmax()}"
    assert len(at.payload("pushed")["rows"]) == 8


def test_the_norm_and_gelu_bend_and_held_attention_does_not() -> None:
    at = draw("feed_forward", text=TEXT, layer="3", deeper=True)
    names = at.payload("mixtures")["names"]
    assert names == ["attention, norm held", "attention", "FFN", "FFN if it were linear"]
    shares, *lines = at.numbers("mixtures").reshape(5, -1)
    for name, line in zip(names, lines, strict=True):
        straight = np.polyval(np.polyfit(shares, line, 1), shares)
        bend = np.abs(line - straight).max() / np.ptp(line)
        assert (bend < 1e-3) == (name in ("attention, norm held", "FFN if it were linear")), name
    apart = {bar["label"]: bar["value"] for bar in at.payload("differences")["bars"]}
    assert max(apart["attention, norm held"], apart["FFN, no GELU, norm held"]) < 1e-4
    assert min(apart["attention"], apart["FFN, norm held"], apart["FFN"]) > 0.1


def test_what_attention_and_the_ffn_add_are_dots_at_their_own_places() -> None:
    at = draw("block", text=TEXT, layer="2", token="1", deeper=True)
    layers = reader.loaded().trace(TEXT).layers
    over, length, attention, ffn = at.numbers("stream_curves").reshape(4, -1)
    assert at.payload("stream_curves")["names"] == ["stream", "added by attention", "added by FFN"]
    np.testing.assert_array_equal(over, np.arange(13) / 2)
    np.testing.assert_allclose(length[2::2], [np.linalg.norm(each.residual_out[1]) for each in layers], rtol=1e-5)
    np.testing.assert_allclose(attention[1::2], [np.linalg.norm(each.attended[1]) for each in layers], rtol=1e-5)
    fed = [np.linalg.norm(each.residual_out[1] - each.residual_mid[1]) for each in layers]
    np.testing.assert_allclose(ffn[2::2], fed, rtol=1e-4)
    assert np.isnan(attention[0::2]).all() and np.isnan(ffn[[0, *range(1, 13, 2)]]).all()
    selected = {name: at.payload(f"stream_{name}")["selected"] for name in ("lengths", "added", "cosines")}
    rows = {name: at.payload(f"stream_{name}")["rows"][place] for name, (place, _) in selected.items()}
    assert rows == {"lengths": "2 FFN", "added": "2 FFN", "cosines": "2 FFN"}


def test_a_shift_changes_nothing_and_the_numbers_of_the_norm_are_its_own() -> None:
    at = opened("layer_norm", text=TEXT, layer="3", norm_factor="1", norm_shift="5", more="true")
    vector = reader.loaded().trace(TEXT).layers[2].residual_in[-1].astype(np.float64) + 5
    shown = stages_shown(at)
    assert shown["mean"][:2] == [f"{vector.mean():.4f}", "0.0000"]
    assert shown["standard deviation"][:2] == [f"{vector.std():.4f}", "1.0000"]
    moved = [each.replace("\N{NO-BREAK SPACE}", " ") for each in shown["changed by the dials"]]
    assert moved[0] == "5"
    assert all("× 10⁻" in each or each == "0" for each in moved[1:])  # rounding alone


def test_repeated_multiplication_is_found_again_by_multiplying(monkeypatch) -> None:
    alone(monkeypatch)
    at = draw("gradients", radius="1.2", distance="4", reach_seed="3", deeper=True)
    shown = at.numbers("powers_matrix").reshape(6, 8).astype(np.float64)
    matrix, direction, dominant = shown[:, :6], shown[:, 6], shown[:, 7]
    assert at.payload("powers_matrix")["columns"][-2:] == ["x/|x|", "v"]
    np.testing.assert_allclose(np.abs(matrix @ dominant), 1.2 * np.abs(dominant), atol=1e-5)
    walked = [np.full(6, 6**-0.5)]
    for _ in range(63):
        walked.append(matrix @ walked[-1])
    lengths = np.linalg.norm(walked, axis=1)
    over, length, _, power = at.numbers("powers_lengths").reshape(4, -1)
    np.testing.assert_array_equal(over, np.arange(64))
    np.testing.assert_allclose(length, lengths, rtol=1e-4)
    np.testing.assert_allclose(power, 1.2**over, rtol=1e-4)
    np.testing.assert_allclose(direction, walked[4] / lengths[4], atol=1e-5)
    angle = np.degrees(np.arccos(np.abs(direction @ dominant)))
    assert at.numbers("powers_angles").reshape(2, -1)[1][4] == pytest.approx(angle, abs=1e-2)
    (verdict,) = [words for words, _ in at.payload("verdict")["pieces"][:1]]
    assert verdict.startswith(f"After 4 steps the vector is {lengths[4]:.3g} long")


@pytest.mark.parametrize("keys", [{"distance": 51}, {"reach_seed": 2, "distance": 60}])
def test_an_angle_of_almost_nothing_is_written(keys: dict[str, int], monkeypatch) -> None:
    alone(monkeypatch)
    assert draw("gradients", radius=1.1, deeper=True, **keys).formula("power_formula").endswith("°")


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the RNN is measured beside self-attention alone: the others take longer."""
    own = gradients._own
    monkeypatch.setattr(
        gradients, "_own", lambda chosen: {name: own(chosen)[name] for name in ("RNN", "self-attention")}
    )


@pytest.mark.parametrize(("kind", "by_tanh"), [("gpt2", True), ("gpt-neox", False)])
def test_the_gelu_that_is_worked_out_is_the_one_that_the_model_computes(
    kind: str, by_tanh: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = open_folder(written(randomized(KINDS[kind]()), tmp_path))
    monkeypatch.setattr(reader, "opened", lambda name: model)
    said = draw("feed_forward", deeper=True, text="bears", model="SmolLM2", layer=2).formula("unit_formula")
    assert ("tanh" in said, "Φ" in said) == (by_tanh, not by_tanh)
    fires = float(np.abs(model.trace("bears").layers[1].hidden[-1]).max())
    assert f"={fires:#.4g}" in said
