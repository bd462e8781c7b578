"""Tokens, norms, gated networks and deep stacks of a model that the reader has chosen."""

import numpy as np
import pytest

from headlight.pages.block import block
from headlight.parts import vocabulary
from tests.draw import draw
from tests.pages.following import followed, rms, said_of_models
from tests.pages.screen import formula, headings, notes, numbers, opened, payload
from tests.real_models import VOCAB


def test_an_rms_norm_takes_no_mean_off_and_has_no_beta(trace) -> None:
    page = followed(
        "layer_norm", layer="4", token="3", norm_factor="10", norm_shift="2.0", dimension="999", more="true"
    )
    before, normalized, after = numbers(page, "norm_strips").reshape(3, -1)
    np.testing.assert_allclose(before, trace.layers[3].residual_in[3] * 10 + 2, rtol=1e-5)
    np.testing.assert_allclose(normalized, before / np.sqrt((before**2).mean() + 1e-5), rtol=1e-5)
    np.testing.assert_array_equal(after, normalized)  # its gamma is 1
    assert payload(page, "norm_weights")["strips"] == ["γ"]
    names = [column["name"] for column in payload(page, "norm_stages")["columns"]]
    assert names == ["", "mean", "root mean square", "changed by the dials"]
    assert formula(page, "norm_formula").endswith(f"={after[-1]:.4g}".replace("-", "−"))
    assert any(note.startswith("✓ torch’s own rms_norm gives the same") for note in notes(page))


def test_a_gated_network_shows_its_gates_and_pushes_of_either_sign(model, trace) -> None:
    page = followed("feed_forward", layer="3", token="5", more="true")
    hidden, block = trace.layers[2].hidden[5], model.transformer.block(2)
    strongest = np.argsort(-np.abs(hidden))[:8]
    bars = payload(page, "strongest_units")["bars"]
    assert [bar["label"] for bar in bars] == [f"unit {unit} ({'+' if hidden[unit] > 0 else '−'})" for unit in strongest]
    np.testing.assert_allclose([bar["value"] for bar in bars], np.abs(hidden[strongest]), rtol=1e-5)
    middle, last = trace.layers[2].residual_mid[5], trace.layers[-1].residual_out[5]
    gate = block.mlp_gate.weight.detach().numpy() @ (rms(middle))
    over, opened = numbers(page, "gelu").reshape(2, -1)
    np.testing.assert_allclose(over, np.sort(gate), atol=1e-5)
    np.testing.assert_allclose(opened, np.sort(gate) / (1 + np.exp(-np.sort(gate))), atol=1e-3)
    row = block.mlp_out.weight.detach().numpy()[:, strongest[0]] * hidden[strongest[0]]
    pushed = trace.unembedding @ row / np.sqrt((last**2).mean() + 1e-5)
    assert formula(page, "unit_formula").endswith(f"={pushed.max():.4g}")
    assert payload(page, "pushed")["rows"][0]["cells"][0][1] == f"{pushed.max():+.2f}"


def written(column: dict) -> list[str]:
    """The cells of a column of a table as they are read."""
    return [text for text, _ in column["cells"]]


@pytest.mark.study
def test_words_stand_beside_the_pieces_that_smollm2_makes_them_of() -> None:
    page = draw("tokens", text="a hiker prejudiced me", model="SmolLM2", word="1", deeper=True)
    words, real, bundled = (written(column) for column in page.payload("word_pieces")["columns"])
    assert words == ["a", "hiker", "prejudiced", "me"]
    assert real[1] == "h + iker" and real[2].startswith("prejud")
    assert bundled[2].startswith("pre + jud")
    assert [token["strong"] for token in page.payload("chips")["tokens"]].count(True) == 2


def test_words_stand_beside_the_pieces_that_make_them_in_both_lists() -> None:
    page = draw("tokens", text="Hikers", model="MiniLM")
    words, real, _ = (written(column) for column in page.payload("word_pieces")["columns"])
    assert words == ["[CLS]", "Hikers", "[SEP]"] and " + ##" in real[1]


def test_what_cannot_be_shown_of_an_encoder_is_said_in_a_line() -> None:
    reasons = {
        "layer_norm": ("its norms come after its sublayers, and this view follows one that comes before (pre-norm)"),
        "feed_forward": "nothing leads straight from its hidden units to the logits of a next word",
    }
    for view, reason in reasons.items():
        said = said_of_models(opened(view, text="bear", model="MiniLM"))
        assert said == [f"These pictures are of story. MiniLM cannot be shown here: {reason}."]


def test_a_giant_among_vectors_does_not_take_the_colours_of_the_others() -> None:
    lengths = np.array([[2.0, 3.0], [2.0, 4.0], [900.0, 5.0], [901.0, 6.0], [9.0, 7.0]])
    assert block.colour_ends(lengths) == 7 and block.colour_ends(lengths[:2]) == 4
    said = "“the” at position 0 is 901 long in layer 2, the others 7 at most: there the colours end."
    assert block.giant(lengths, ["the", "bear"]) == said
    assert block.colour_ends(lengths[:, :1]) == 901
    lengths[2, 0] = 1902  # after the FFN of the first layer
    assert "is 1,902 long in layer 1," in block.giant(lengths, ["the", "bear"])


@pytest.mark.parametrize(
    ("step", "of", "listed"), [(0, 60, (0, 24)), (30, 60, (18, 42)), (58, 60, (36, 60)), (4, 12, (0, 12))]
)
def test_as_many_sublayers_are_listed_as_there_is_room_for(step: int, of: int, listed: tuple[int, int]) -> None:
    assert block.near(step, of) == slice(*listed)


@pytest.mark.study
def test_a_deep_model_is_listed_with_fewer_rows() -> None:
    page = opened("lens", text="bear country", model="SmolLM2")
    names = [row["name"] for row in payload(page, "lens_words")["rows"]]
    assert names == ["input", *(f"layer {layer}" for layer in range(2, 31, 4))]
    page = opened("block", text="bear country", model="SmolLM2", layer="29", arithmetic="true", more="true")
    floors = [row["name"] for row in payload(page, "floors")["rows"]]
    assert floors == [f"layer {layer}" for layer in range(5, 31, 5)]
    assert payload(page, "stream_lengths")["rows"] == ["in", *map(str, range(1, 31))]
    added = payload(page, "stream_added")
    assert added["rows"] == [f"{layer} {part}" for layer in range(19, 31) for part in ("attention", "FFN")]
    assert added["rows"][added["selected"][0]] == "29 FFN"
    assert added["extent"] < numbers(page, "stream_added").max()
    assert any(note.startswith("What 29 FFN adds to “bear” is ") for note in notes(page))
    assert "The length of what it writes, for every token. Layers 19 to 30: choose another to see others." in headings(
        page
    )
    first, *_ = numbers(page, "stream_lengths").reshape(31, -1)
    assert first.max() < payload(page, "stream_lengths")["extent"]
    assert any("there the colours end." in note for note in notes(page))


def test_a_row_of_the_unembedding_that_belongs_to_no_token_is_named(model) -> None:
    assert vocabulary.labels(model, [model.tokenizer.encode("a")[0].id, VOCAB]) == ["a", f"(no token {VOCAB})"]
