"""The overview: all heads and the chosen one in one board, restored by the address, calm with any text."""

import json

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import captions, opened, payload, typed
from ui import reading


def board(page) -> tuple[list[dict], dict[str, tuple[dict, np.ndarray]]]:
    """The board's items from the top, and by key the header and numbers of each of its pictures."""
    header = payload(page, "overview")
    items = [item for row in header["rows"] for column in row for item in column["items"]]
    (data,) = (element.proto.bytes for element in page.get("bidi_component") if element.proto.id.endswith("overview"))
    body = data[4 + int.from_bytes(data[:4], "little") :]
    pictures = {}
    for item in items:
        if item["kind"] == "picture":
            own = body[item["start"] : item["start"] + item["length"]]
            length = int.from_bytes(own[:4], "little")
            inner = json.loads(own[4 : 4 + length])
            pictures[item["key"]] = inner, np.frombuffer(own[4 + length :], dtype=inner["dtype"])
    return items, pictures


def test_the_first_screen_shows_the_example_whole() -> None:
    items, pictures = board(opened("overview"))
    assert list(pictures) == ["chips", "input_strips", "head_grid", "next_word", "masked", "pattern"]
    assert all(header["text"] == reading.EXAMPLE for header, _ in pictures.values())
    assert next(item["title"] for item in items if item["kind"] == "heading") == "All heads"
    assert any(item["words"].startswith("✓ In layer 3 rows sum to 1") for item in items if item["kind"] == "note")


def test_the_pictures_hold_what_the_model_computed() -> None:
    _, pictures = board(opened("overview", text="bear country", layer="2", head="5"))
    trace = reading.model().trace("bear country")
    np.testing.assert_array_equal(pictures["head_grid"][1], np.rint(trace.patterns * 255).astype(np.uint8).ravel())
    pattern = pictures["pattern"][1].reshape(2, 2)
    assert np.isneginf(pattern[0, 1])
    np.testing.assert_array_equal(pattern[1], trace.layers[1].pattern[4, 1])
    np.testing.assert_array_equal(pictures["masked"][1], trace.layers[1].masked[4].ravel())
    embedded_and_positions = np.stack([trace.embedded, trace.positions]).ravel()
    np.testing.assert_array_equal(pictures["input_strips"][1], embedded_and_positions)


def test_the_sentence_under_the_pattern_says_its_numbers() -> None:
    _, pictures = board(opened("overview", text="bear country", layer="2", head="5"))
    row = reading.model().trace("bear country").layers[1].pattern[4, 1]
    said = "".join(words for words, _ in pictures["pattern"][0]["says"])
    assert said.startswith("country ")
    assert f"{row.max():.2f} of its attention" in said


@pytest.mark.parametrize(
    ("dial", "value"),
    [("mask", "none"), ("mask", "window"), ("scaled", "false"), ("attention_temperature", "0.5")],
)
def test_a_dial_in_the_address_changes_what_the_heads_do(dial: str, value: str) -> None:
    text = "The hiking trail led us through bear country"
    _, usual = board(opened("overview", text=text))
    _, changed = board(opened("overview", text=text, **{dial: value}))
    assert not np.array_equal(usual["head_grid"][1], changed["head_grid"][1])


def test_the_output_temperature_changes_the_next_word_alone() -> None:
    _, usual = board(opened("overview"))
    _, changed = board(opened("overview", output_temperature="0.5"))
    np.testing.assert_array_equal(usual["head_grid"][1], changed["head_grid"][1])
    assert changed["next_word"][0]["bars"][0]["value"] > usual["next_word"][0]["bars"][0]["value"]


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    _, pictures = board(typed("overview", text))
    shown = pictures["head_grid"][0]["text"]
    assert shown == (text if text.strip() else reading.EXAMPLE)[: reading.MAX_CHARS]


def test_a_text_that_was_cut_is_said_to_be() -> None:
    assert any("tokens at a time" in caption for caption in captions(opened("overview", text="a b " * 150)))
    long = "The hiking trail led us through bear country and " * 200
    assert any("600 characters" in caption for caption in captions(opened("overview", text=long)))


@pytest.mark.parametrize("params", [{"layer": "99"}, {"head": "x"}, {"mask": "sideways"}, {"text": ["bear", "cub"]}])
def test_an_address_that_makes_no_sense_falls_back(params: dict) -> None:
    _, pictures = board(opened("overview", **params))
    best = reading.model().roles.best("modifier")
    assert pictures["head_grid"][0]["selected"] == list(best)
