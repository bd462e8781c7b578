"""From RNN to attention: paths and gradients for the sentence in the box, the address, two translators."""

import numpy as np
import pytest

from headlight.pages.why_attention.gradients import LENGTH, percent
from headlight.pages.why_attention.recurrence import path_text
from headlight.reading import reader
from tests.draw import draw
from tests.pages.screen import formula, notes, numbers, opened, payload
from transformer.experiments.paths import paths
from transformer.experiments.reach import Dials, drawn, inputs_of, into, networks


def test_the_first_screen_shows_four_networks_and_what_gets_through() -> None:
    at = opened("recurrence", more="true")
    assert payload(at, "network_0")["lit"] == [[0, 0], *([1, place] for place in range(9))]
    assert payload(at, "network_3")["lit"] == [[0, 0], [1, 8]]
    assert [len(payload(at, f"network_{number}")["lit"]) - 1 for number in range(4)] == [9, 3, 2, 1]
    assert len(numbers(at, "network_3")) == 4 * 9  # only the arrows into the state at the end
    ways = [each for each in notes(at) if "gradient that arrives: " in each]
    # In the order in which they stand. The path begins at the first word: so does its gradient.
    for number, way in zip((0, 3, 1, 2), ways, strict=True):
        gradient = payload(at, f"network_{number}")["notes"][0].removeprefix("gradient ")
        assert float(way.rpartition(": ")[2].rstrip(".")) == pytest.approx(float(gradient), rel=6e-3)
    expected = into(
        networks(drawn(1, 1, 1), Dials())["RNN"], inputs_of(reader.loaded().trace(reader.EXAMPLE).embedded), 8
    )[0]
    told = [float(each.removeprefix("gradient ")) for each in payload(at, "network_0")["notes"]]
    np.testing.assert_allclose(told, expected, rtol=6e-3)
    assert len(numbers(at, "reach")) == 5 * (LENGTH - 1)
    assert payload(at, "reach")["kinds"][-1] == "dashed"
    at = opened("recurrence", arithmetic="true")
    assert "n^2 d=15 552" in formula(at, "paths_formula")
    assert "⌈8/(4−1)⌉ =3" in formula(at, "paths_formula")


def test_what_is_left_so_many_words_back_is_a_share_of_what_one_word_back_has() -> None:
    at = draw("recurrence", distance=20)
    _, *curves = at.numbers("reach").reshape(5, LENGTH - 1)
    shares = [bar["value"] for bar in at.payload("left")["bars"]]
    np.testing.assert_allclose(shares, [curve[19] / curve[0] for curve in curves[:3]], rtol=1e-4)
    assert [bar["label"] for bar in at.payload("left")["bars"]] == ["self-attention", "RNN", "GRU"]
    assert [percent(share) for share in (1.2, 0.05, 1.23e-9)] == [
        "120%",
        "5%",
        "1.2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻⁷%",
    ]


def test_of_attention_only_the_arrows_into_the_state_at_the_end_are_drawn() -> None:
    at = draw("recurrence", text="the cat sat on the mat", to_word=3)
    assert at.numbers("network_3").reshape(-1, 4).tolist() == [[0, word, 1, 3] for word in range(4)]
    outputs = at.numbers("network_2").reshape(-1, 4)
    assert {*map(tuple, outputs[outputs[:, 2] == 2].tolist())} == {(1, state, 2, 3) for state in range(4)}
    assert len(outputs[outputs[:, 2] == 1]) == 6 + 5  # each word into its state, and each state into the next


def test_a_path_in_words() -> None:
    way = paths("self-attention", 5, 0, 4, 2)
    assert path_text(way, 0.5) == "1 arrow, 1 step. The gradient that arrives: 0.5."
    deep = paths("window", 30, 0, 29, 2)
    assert "29 arrows" in path_text(deep, None) and "not measured beyond 8 layers" in path_text(deep, None)
