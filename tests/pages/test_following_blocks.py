"""Tokens, norms, gated networks and deep stacks of a model that the reader has chosen."""

import numpy as np
import pytest

from headlight.parts import vocabulary
from tests.pages.following import followed, rms, said_of_models
from tests.pages.screen import formula, notes, numbers, opened, payload
from tests.real_models import VOCAB


def test_an_rms_norm_takes_no_mean_off_and_has_no_beta(trace) -> None:
    page = followed("block", layer="4", token="3", norm_factor="10", more="true")
    vector = trace.layers[3].residual_mid[3]
    expected = [factor * vector / np.sqrt((factor**2 * vector**2).mean() + 1e-5) for factor in (1, 10)]
    np.testing.assert_allclose(numbers(page, "norm_after"), np.concatenate([each[:24] for each in expected]), rtol=1e-4)
    assert any(note.startswith("✓ torch’s own rms_norm gives the same") for note in notes(page))


def test_a_gated_network_shows_its_gates_and_what_a_unit_pushes(model, trace) -> None:
    page = followed("block", layer="3", token="5")
    hidden, block = trace.layers[2].hidden[5], model.transformer.block(2)
    middle, last = trace.layers[2].residual_mid[5], trace.layers[-1].residual_out[5]
    gate = block.mlp_gate.weight.detach().numpy() @ (rms(middle))
    over, opened = numbers(page, "gelu").reshape(2, -1)
    np.testing.assert_allclose(over, np.sort(gate), atol=1e-5)
    np.testing.assert_allclose(opened, np.sort(gate) / (1 + np.exp(-np.sort(gate))), atol=1e-3)
    strongest = np.abs(hidden).argmax()
    row = block.mlp_out.weight.detach().numpy()[:, strongest] * hidden[strongest]
    pushed = trace.unembedding @ row / np.sqrt((last**2).mean() + 1e-5)
    assert formula(page, "unit_formula").endswith(f"={pushed.max():.4g}")
    assert all(bar["label"].startswith("unit ") for bar in payload(page, "units")["bars"][:-1])


def test_what_cannot_be_shown_of_an_encoder_is_said_in_a_line() -> None:
    said = said_of_models(opened("block", text="bear", model="MiniLM"))
    assert said == [
        "These pictures are of story. MiniLM cannot be shown here: its norms come after each sum, so nothing is only "
        "added to the stream."
    ]


@pytest.mark.study
def test_a_deep_model_is_listed_with_fewer_rows() -> None:
    page = opened("block", text="bear country", model="SmolLM2", layer="29")
    floors = [row["name"] for row in payload(page, "floors")["floors"]]
    assert floors == [f"layer {layer}" for layer in range(5, 31, 5)]


def test_a_row_of_the_unembedding_that_belongs_to_no_token_is_named(model) -> None:
    assert vocabulary.labels(model, [model.tokenizer.encode("a")[0].id, VOCAB]) == ["a", f"(no token {VOCAB})"]
