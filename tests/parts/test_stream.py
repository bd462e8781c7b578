"""The stream: its numbers are worked out anew, and each view says which part of it is framed."""

import numpy as np
import pytest
import torch

from headlight.parts.stream import LEADS, stream
from headlight.reading import reader
from headlight.reading.beginnings import PLAYED, SETS
from headlight.reading.reader import EXAMPLE
from headlight.state.first_path import BEGINNINGS, RECAP, STEPS
from headlight.state.places import PAGES, page_of
from headlight.state.registry import find, views
from headlight.state.state import State
from transformer import UNCHANGED
from transformer.edited_rows import with_rows
from transformer.softmax import softmax


@pytest.mark.parametrize("text", [EXAMPLE, "bear country", "The"])
def test_its_heads_are_lit_by_what_is_left_of_the_next_word_without_each(text: str) -> None:
    found = stream(State.of(find("tokens"), text=text))
    model = reader.bundled()
    trace = model.trace(text)
    chances = softmax(trace.next_logits)
    order = np.argsort(-chances)[:3]
    assert found and [chance for _, chance in found["next"]] == pytest.approx(chances[order].tolist(), abs=1e-6)
    assert found["lit"]["probability"] == pytest.approx(chances[order[0]], abs=1e-6)
    silent = np.zeros(len(trace.tokens))  # at the last token the head looks nowhere, so it brings nothing
    for layer, row in enumerate(found["lit"]["heads"]):
        for head, left in enumerate(row):
            without = model.trace(text, with_rows(UNCHANGED, layer, head, {trace.last: silent}))
            assert left == pytest.approx(softmax(without.next_logits)[order[0]], abs=1e-5), (layer, head)
    assert found["sizes"] == [len(found["lit"]["heads"]), len(found["lit"]["heads"][0])] == [6, 6]
    assert len(found["lit"]["ffns"]) == 6
    with torch.no_grad():  # the last layer without its FFN leaves what its attention has made
        middle = torch.tensor(trace.layers[-1].residual_mid[trace.last])
        final = model.transformer.final_norm(middle).numpy()
    assert found["lit"]["ffns"][-1] == pytest.approx(softmax(trace.logits_of(final))[order[0]], abs=1e-5)


@pytest.mark.parametrize("name", views())
def test_every_view_with_a_sentence_of_the_model_frames_a_part(name: str) -> None:
    view = find(name)
    part = PAGES[view.page].part_of(name)
    if view.page == "path":
        return
    assert view.streams == (part is not None and view.box is not None and view.box.key == "text")
    if not view.streams:
        return
    found = stream(State(view))
    layer, head = found["at"]
    assert found["part"] == ("layers" if part == "layer" and layer is None else part) and found["view"] == name
    shown = (dial for dial in view.controls if part != "layers" or dial.place != "picture")
    chosen = {dial.key for dial in shown} & {"layer", "head"}
    if part == "layer" and layer is None:
        chosen -= {"layer"}
    assert (layer is not None) == ("layer" in chosen) and (head is not None) == ("head" in chosen)
    assert layer is None or 0 <= layer < found["sizes"][0]


def test_every_part_leads_to_a_view_that_frames_it() -> None:
    for part, view in LEADS.items():
        assert PAGES[page_of(view)].part_of(view) == ("layer" if part == "ffn" else part)  # a layer has its FFN in it


def test_pages_that_follow_the_sentence_have_a_part_and_those_of_other_machines_none() -> None:
    parts = {page for page, about in PAGES.items() if about.part}
    without = {"start", "path", "learning", "translate", "why_attention", "look_up"}
    assert parts == PAGES.keys() - without


def test_the_head_of_an_address_is_chosen_in_it_and_an_empty_sentence_leaves_the_example() -> None:
    found = stream(State.of(find("attention"), text=" ", layer=2, head=4))
    assert found and found["at"] == [1, 3] and found["text"] == EXAMPLE


@pytest.mark.parametrize(("name", "sizes", "nexts"), [("SmolLM2", [30, 9], 3), ("MiniLM", [6, 12], 0)])
def test_a_real_model_has_its_own_layers_of_whose_worth_nothing_is_said(
    name: str, sizes: list[int], nexts: int
) -> None:
    found = stream(State.of(find("attention"), text="bear country", model=name))
    assert found and found["sizes"] == sizes and found["lit"] is None and len(found["next"]) == nexts


def test_it_grows_from_guess_to_guess() -> None:
    path, before = find("path"), set()
    for number, step in enumerate(STEPS, 1):
        asked = stream(State.of(path, stop=number))
        answered = stream(State.of(path, **{"stop": number, f"guess_{number}": step.options[0]}))
        assert asked and answered
        assert set(asked["met"]) == before <= set(answered["met"])
        assert asked["part"] is None or asked["part"] in answered["met"]
        assert not any(now[of] for now in (asked, answered) for of in ("lit", "next")), "that speaks of the next word"
        before = set(answered["met"])
    assert {"words", "positions", "heads"} == before
    whole = stream(State.of(path, stop=RECAP))
    assert whole and whole["large"] and whole["lit"] and "met" not in whole


def test_in_the_game_it_has_the_beginning_that_is_asked_and_its_next_word_after_the_last() -> None:
    for said in range(PLAYED + 1):
        game = stream(State.of(find("path"), stop=BEGINNINGS, beginnings=2, next_words=",".join(["word"] * said)))
        assert game and game["text"] == SETS[1][min(said, PLAYED - 1)].text
        assert bool(game["next"]) == bool(game["lit"]) == (said == PLAYED)


def test_a_picture_of_all_layers_has_no_head_in_the_strip_before_one_is_chosen() -> None:
    opens, chosen = (stream(State.of(find("patching"), **keys)) for keys in ({}, {"layer": 6, "head": 5}))
    assert opens and chosen and opens["part"] == chosen["part"] == "layers"
    assert opens["at"][1] is None and chosen["at"] == [5, 4]


def test_a_single_layer_is_framed_only_where_the_view_shows_one() -> None:
    cases = [
        ("block", {"layer": 5}, 4),
    ]
    for name, keys, layer in cases:
        found = stream(State.of(find(name), **keys))
        assert found and found["at"] == [layer, None], (name, keys)
        assert found["part"] == ("layers" if layer is None else "layer"), (name, keys)
