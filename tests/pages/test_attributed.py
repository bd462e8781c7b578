"""Who wrote it: shares that sum to the logit, the look that is cut, and what silencing a head does."""

import numpy as np
import pytest
import torch

from tests.draw import draw
from tests.real_models import NAME
from transformer import attribution, load, open_installed
from transformer.readings.answer import id_of, logit, logit_of
from transformer.readings.attribution import silenced, unwired
from transformer.readings.effects import cut

GIRL = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.mark.parametrize(("for_word", "against_word"), [("", ""), ("boy", ""), ("bear", "boy")])
def test_the_bars_sum_to_the_logit_of_the_word_or_of_the_difference(model, for_word: str, against_word: str) -> None:
    trace = model.trace(GIRL)
    words = [id_of(model, word) for word in (for_word or "bear", against_word) if word]
    drawn = draw("attributed", text=GIRL, for_word=for_word, against_word=against_word)
    shares = [bar["value"] for bar in drawn.payload("parts")["bars"]]
    whole = logit(model, trace, tuple(words) if len(words) == 2 else words[0])
    assert len(shares) == 15
    notes = [bar["note"] for bar in drawn.payload("parts")["bars"]]
    assert notes == [f"{share:+.3f}".replace("-", "−") for share in shares]
    assert sum(shares) == pytest.approx(whole, abs=1e-5)
    assert f"Together: {whole:.3f}" in drawn.says("parts")


def test_the_matrix_has_what_the_heads_brought_from_each_word_and_the_largest_look_is_cut(model) -> None:
    trace, drawn = model.trace(GIRL), draw("attributed", text=GIRL)
    bear = id_of(model, "bear")
    found = attribution(model, trace, bear)
    brought = drawn.numbers("looks").reshape(6, 9)
    np.testing.assert_allclose(brought[::-1], found.looks.sum(1), rtol=0, atol=1e-5)
    left = cut(model, trace, 5, 4, 8, 4)
    moves = logit(model, left, bear) - logit(model, trace, bear)
    assert drawn.says("looks") == (
        f"Layer 6, head 5 took +{found.looks[5, 4, 4]:.3f} from bear; cut, the logit moves by −{-moves:.3f}."
    )
    real = silenced(model, trace, bear, 5, 4)
    assert any(f"brought +{found.heads[5, 4]:.3f} in all" in note and f"−{real:.3f}" in note for note in drawn.notes)


def test_a_click_chooses_the_head_that_brought_most_of_the_cell(model) -> None:
    looks = attribution(model, model.trace(GIRL), id_of(model, "bear")).looks
    most = int(np.abs(looks[0, :, 0]).argmax())
    assert looks[0, most, 0] < 0 and draw("attributed", text=GIRL).chosen("looks", [5, 0])["head"] == most + 1
    head = int(np.abs(looks[3, :, 1]).argmax())
    chosen = draw("attributed", text=GIRL).chosen("looks", [2, 1])  # the third row from the top is layer 4
    assert chosen == {"layer": 4, "head": head + 1, "key_position": 1}
    drawn = draw("attributed", text=GIRL, **chosen)
    assert drawn.payload("looks")["selected"] == [2, 1]
    assert drawn.says("looks").startswith(f"Layer 4, head {head + 1} took ")
    assert "from girl" in drawn.says("looks")


def test_deeper_stands_each_share_beside_what_silencing_takes_off(model) -> None:
    trace, drawn = model.trace("bear country"), draw("attributed", deeper=True, text="bear country")
    word = int(trace.next_logits.argmax())
    np.testing.assert_allclose(
        drawn.numbers("shares"), attribution(model, trace, word).heads.ravel(), rtol=0, atol=1e-5
    )
    assert drawn.numbers("totals")[8] == pytest.approx(silenced(model, trace, word, 1, 2), abs=1e-6)
    agree = np.corrcoef(drawn.numbers("shares"), drawn.numbers("totals"))[0, 1]
    assert f"the two correlate by {agree:.2f}".replace("-", "−") in drawn.says("totals")


def test_a_slide_has_fewer_bars() -> None:
    assert len(draw("attributed", text=GIRL, present=1).payload("parts")["bars"]) == 11 + 1  # and the others


def test_one_token_looks_nowhere_else() -> None:
    assert "it attends to nothing else" in draw("attributed", text="bear").says("looks")


def test_of_a_real_model_the_smallest_shares_are_one_bar() -> None:
    drawn = draw("attributed", deeper=True, model=NAME, text="bear country")
    labels = [bar["label"] for bar in drawn.payload("parts")["bars"]]
    assert labels[0] in ("“country” itself", "heads 1") or len(labels) == 15
    assert "totals" not in drawn.keys and any("too many heads" in note for note in drawn.notes)


def test_a_wire_is_cut_by_a_click_and_mended_by_another(model) -> None:
    trace, bear = model.trace(GIRL), id_of(model, "bear")
    looks = attribution(model, trace, bear).looks
    drawn = draw("attributed", text=GIRL)
    bar = drawn.payload("next_word")["bars"][0]
    assert bar["value"] == pytest.approx(trace.probabilities[-1, bear], abs=1e-6) and bar["before"] is None
    first, *others = drawn.payload("wires")["wires"]
    assert first == [5, 4, 4, False] and len(others) == 9
    np.testing.assert_allclose(np.sort(np.abs(drawn.numbers("wires"))), np.sort(np.abs(looks.ravel()))[-10:], rtol=1e-5)
    assert drawn.chosen("wires", 0) == {"wires": "6.5.4"}
    assert "Cut a wire: what changes?" in drawn.headings
    drawn = draw("attributed", text=GIRL, wires="1.1.0")  # one of little, which is drawn because it is cut
    assert drawn.payload("wires")["wires"][10:] == [[0, 0, 0, True]]
    assert "Dashed bars show it uncut." in drawn.headings
    drawn = draw("attributed", text=GIRL, wires="6.5.4 4.3.4 9.9.9")  # the last one is of no head
    assert [wire[3] for wire in drawn.payload("wires")["wires"][:3]] == [True, True, False]
    assert drawn.chosen("wires", 0) == {"wires": "4.3.4"}
    final = unwired(model, trace, [(5, 4, 4), (3, 2, 4)])
    moves = float(logit_of(model, trace, final, bear)) - logit(model, trace, bear)
    shares = looks[5, 4, 4] + looks[3, 2, 4]
    assert f"2 wires cut: their shares sum to +{shares:.3f}, and the logit of “bear” moves by −{-moves:.3f}" in (
        drawn.says("wires")
    )
    bar = drawn.payload("next_word")["bars"][0]
    assert bar["before"] == pytest.approx(trace.probabilities[-1, bear], abs=1e-6) and bar["value"] < bar["before"]


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


@pytest.mark.study
def test_wires_of_a_real_model_are_cut_and_bars_and_looks_sum_to_the_logit() -> None:
    text, real = "The capital of France is", open_installed("SmolLM2")
    trace, paris = real.trace(text), id_of(real, "Paris")
    found = attribution(real, trace, paris)
    assert found.total == pytest.approx(logit(real, trace, paris), abs=1e-3)
    drawn = draw("attributed", model="SmolLM2", text=text)
    assert f"Together: {found.total:.3f}, the logit of “Paris”" in drawn.says("parts")
    np.testing.assert_allclose(drawn.numbers("looks").reshape(30, 5)[::-1], found.looks.sum(1), atol=1e-5)
    layer, head, key, _ = drawn.payload("wires")["wires"][0]
    assert drawn.chosen("wires", 0) == {"wires": f"{layer + 1}.{head + 1}.{key}"}
    drawn = draw("attributed", model="SmolLM2", text=text, wires=f"{layer + 1}.{head + 1}.{key}")
    written = trace.layers[layer].pattern[head, -1, key] * trace.layers[layer].values[head, key]
    rows = real.transformer.block(layer).attention.output.weight.detach().numpy()
    size = len(written)
    stream = trace.layers[-1].residual_out[-1] - rows[:, head * size : (head + 1) * size] @ written
    with torch.inference_mode():
        final = real.transformer.final_norm(torch.tensor(stream, dtype=torch.float32)[None])[0].numpy()
    moves = float(final @ trace.unembedding[paris]) - logit(real, trace, paris)
    assert moves < 0 and f"the logit of “Paris” moves by −{-moves:.3f}" in drawn.says("wires")


def test_of_two_words_every_bar_is_the_difference_of_theirs_and_looks_too(model) -> None:
    trace = model.trace(GIRL)
    bear, boy = (attribution(model, trace, id_of(model, word)) for word in ("bear", "boy"))
    drawn = draw("attributed", text=GIRL, for_word="bear", against_word="boy")
    np.testing.assert_allclose(
        drawn.numbers("looks").reshape(6, 9)[::-1], bear.looks.sum(1) - boy.looks.sum(1), atol=1e-5
    )
    bars = {bar["label"]: bar["value"] for bar in drawn.payload("parts")["bars"]}
    assert bars["last norm’s bias"] == pytest.approx(bear.biases - boy.biases, abs=1e-6)


def test_a_word_less_itself_is_said_to_be_always_0_and_asked_about_alone() -> None:
    drawn = draw("attributed", text=GIRL, for_word="bear", against_word="bear")
    assert "“bear” less itself is always 0: choose another word." in drawn.notes
    assert drawn.payload("wires")["answer"] == "“bear”"
