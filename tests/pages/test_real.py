"""Real models: every head of a folder that the app was started with, in any order, and without the first token."""

import dataclasses

import numpy as np
import pytest

from headlight.app import models
from headlight.app.pins import Pin
from headlight.pages.all_heads import wall
from headlight.pages.real import findings, pair
from headlight.parts import words
from headlight.reading import reader, real_models
from headlight.state import registry
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.following import TEXT
from tests.pages.screen import (
    headings,
    in_box,
    items,
    notes,
    numbers,
    opened,
    payload,
    run,
)
from tests.real_models import HEADS, LAYERS, NAME, write_llama
from transformer import open_installed
from transformer.real.installed import head_roles
from transformer.roles import HEAD_ROLES, IN_MENUS, HeadRoles


def test_the_heads_that_add_most_to_the_next_word_are_drawn_large_and_the_chosen_one_with_them(trace) -> None:
    drawn = draw("real", text=TEXT, layer=5, head=3)
    few, adds = drawn.payload("few"), reader.brought(drawn.state.model, trace)
    most = [divmod(int(number), HEADS) for number in np.argsort(-adds.ravel(), kind="stable")[:20]]
    order = [tuple(head) for head in few["order"]]
    assert order == (most if (4, 2) in most else [*most[:-1], (4, 2)]) and few["largest"] > 100
    weights = drawn.numbers("few").reshape(len(order), len(TEXT), len(TEXT))
    for (layer, head), shown in zip(order, weights, strict=True):
        np.testing.assert_allclose((shown & 255) / 255, trace.layers[layer].pattern[head], atol=0.003)
    assert any(title.startswith("The 20 heads that add most to “") for title in drawn.titles)
    assert drawn.chosen("few", [3, 1]) == {"layer": 4, "head": 2}


@pytest.mark.parametrize(
    ("key_heads", "said"),
    [(8, ""), (4, "Its keys are also those of head 6."), (2, "Its keys are also those of heads 6, 7 and 8.")],
)
def test_the_heads_that_have_the_same_keys_are_listed(trace, key_heads: int, said: str) -> None:
    plan = dataclasses.replace(trace.plan, n_heads=8, n_kv_heads=key_heads)
    assert words.keys_are_shared(plan, 4) == said


def test_heads_are_found_by_every_role() -> None:
    assert {*wall.LOOKS.values()} - {None} == {*HEAD_ROLES}


def test_folders_are_found_in_the_order_given_and_one_level_down(tmp_path) -> None:
    one, two = write_llama(tmp_path / "many" / "b"), write_llama(tmp_path / "many" / "a")
    other = write_llama(tmp_path / "c")
    (tmp_path / "many" / "notes").mkdir()
    paths = f"{other}:{tmp_path / 'many'}:{tmp_path / 'absent'}:"
    assert [*real_models.folders(paths).items()] == [("c", other), ("a", two), ("b", one)]
    assert real_models.folders("") == {}


@pytest.mark.faulty
def test_a_folder_that_cannot_be_opened_is_said_in_a_sentence(tmp_path, monkeypatch) -> None:
    home = write_llama(tmp_path / "half")
    (home / "tokenizer.json").unlink()
    monkeypatch.setattr(reader, "REAL_MODELS", {NAME: home})
    monkeypatch.setattr(reader, "opened", reader.opened.__wrapped__)
    page = run("real", {})
    assert not page.exception and not page.error
    (said,) = [each.value for each in page.info]
    assert said.startswith("This model cannot be opened. The folder half has no tokenizer.json: ")
    assert str(tmp_path) not in said


def test_without_any_model_the_page_says_how_to_bring_one(monkeypatch) -> None:
    monkeypatch.setattr(registry, "REAL_MODELS", {})
    monkeypatch.setattr(models, "REAL_MODELS", {})
    page = run("real", {})
    assert [each.value for each in page.info] == [reader.NONE_HERE]


def test_the_wall_of_a_model_can_be_pinned() -> None:
    then = State.of(find("real"), text=TEXT, model=NAME)
    page = opened("real", text=TEXT, without_first="true", pinned_picture=Pin("few", then).written())
    assert "Pinned, and now" in [item["title"] for item in items(page, "real_board") if item["kind"] == "heading"]
    assert payload(page, "pinned difference")["rows"] == [f"layer {layer + 1}" for layer in range(LAYERS)]


def test_what_was_measured_of_the_heads_of_smollm2_stands_beside_them() -> None:
    page = opened("real", text="bear country", model="SmolLM2", layer="19", head="7", more="true")
    roles = HeadRoles.read(head_roles("SmolLM2"))
    score = roles.scores(18, 6)["induction"]["score"]
    said = f"attends to what followed the same word earlier, in random words said twice (mean {score:.2f})"
    assert payload(page, "wall")["names"][18][6] == said
    assert any(hint.startswith(f"A{said[1:]}. Rows attend") for hint in headings(page))
    assert reader.ABOUT["SmolLM2"] in headings(page)
    assert {*payload(opened("real", text=TEXT, more="true"), "wall")["names"][0]} == {""}


def test_heads_of_smollm2_that_were_not_measured_to_do_what_is_asked_for_fade() -> None:
    asked = {"model": "SmolLM2", "heads_that_look": "to what followed the same word earlier"}
    page = opened("real", text="bear country", more="true", **asked)
    menu = page.selectbox(key="heads_that_look")
    assert menu.label == "Heads that attend"
    assert menu.options == ["anywhere", *(HEAD_ROLES[name].attends for name in IN_MENUS)]
    roles = HeadRoles.read(head_roles("SmolLM2"))
    every = {(layer, head) for layer in range(30) for head in range(9)}
    full = every - {tuple(head) for head in payload(page, "wall")["faded"]}
    assert full == {place for place in every if roles.of(*place) == "induction"} and (18, 6) in full
    drawn = draw("real", text="bear country", deeper=True, **asked)
    assert "The 20 heads that attend most to words" in drawn.titles  # of two tokens none brings the next word
    assert f"{len(full)} of 270 heads attend to what followed the same word earlier" in drawn.titles
    assert (
        payload(opened("real", text=TEXT, heads_that_look="at itself", more="true"), "wall")["faded"] == []
    )  # nothing was measured


def test_a_note_on_a_head_stands_under_its_own_sentence_alone() -> None:
    for each in (each for each in findings.FINDINGS if each.head):
        assert findings.of_head("SmolLM2", each.head, f"{each.text} ") != ""
        assert findings.of_head("SmolLM2", each.head, f"{each.text} again") == ""
        assert findings.of_head("SmolLM2", (0, 0), each.text) == findings.of_head("MiniLM", each.head, each.text) == ""


def test_an_encoder_compares_two_sentences_in_place_of_the_next_word() -> None:
    page = opened("real", model="MiniLM", text="The dog bites the man", compared_text="A man bites")
    one, other = (open_installed("MiniLM").trace(text) for text in ("The dog bites the man", "A man bites"))
    shown = payload(page, "tokens_alike")
    assert (shown["rows"], shown["columns"]) == ([*one.words], [*other.words])
    assert (shown["scale"], shown["extent"]) == ("diverging", 1.0)
    ends = [[trace.layers[0].residual_in, trace.layers[-1].residual_out] for trace in (one, other)]
    np.testing.assert_allclose(
        numbers(page, "tokens_alike")[len(other.tokens) + 2],  # "the" with "man", by rows
        ends[0][1][1] @ ends[1][1][2] / np.linalg.norm(ends[0][1][1]) / np.linalg.norm(ends[1][1][2]),
        atol=1e-5,
    )
    means = [[states.mean(axis=0) for states in each] for each in ends]
    first, last = (a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in zip(*means, strict=True))
    assert f"How similar? Cosine {last:.2f}" in [
        item["title"] for item in items(page, "real_board") if item["kind"] == "heading"
    ]
    assert "".join(piece for piece, _ in shown["says"]) == (
        f"The sentence vectors have a cosine of {first:.2f} before layer 1 and of {last:.2f} after layer 6."
    )
    assert "next_word" not in [item["key"] for item in items(page, "real_board") if item["kind"] == "picture"]
    assert "tokens_alike" not in [
        item["key"] for item in items(opened("real", text=TEXT), "real_board") if item["kind"] == "picture"
    ]


def test_an_example_fills_both_boxes_and_an_empty_second_box_asks_for_a_sentence() -> None:
    page = opened("real", model="MiniLM")
    page.session_state["pairs"] = True  # its box is open
    page.run().button(key="pairs_1").click().run()
    assert (in_box(page), page.text_input(key="compared_text").value) == pair.TO_TRY[1]
    assert payload(page, "tokens_alike")["columns"] == ["[CLS]", "the", "man", "bites", "the", "dog", "[SEP]"]
    page.text_input(key="compared_text").set_value(" ").run()
    assert "Type a second sentence to see how similar the model finds the two." in headings(page)


def test_a_text_that_the_model_drops_whole_is_said_and_the_example_is_shown() -> None:
    no_ink = "\u00ad\u200b \u0301"
    page = opened("real", model="MiniLM", text=no_ink, compared_text=no_ink, more="true")
    assert any("The model cannot read this text" in said for said in notes(page))
    assert payload(page, "pattern")["rows"] == list(open_installed("MiniLM").trace(findings.ITALY).words)
    assert "Type a second sentence to see how similar the model finds the two." in headings(page)
    assert in_box(page) == no_ink


def test_a_second_sentence_that_is_too_long_is_cut_and_that_is_said() -> None:
    page = opened("real", model="MiniLM", compared_text="bear " * 60)
    assert len(payload(page, "tokens_alike")["columns"]) == real_models.TOKENS
    assert "The last 14 tokens of the second sentence are not read." in notes(page)


def test_it_opens_with_the_capital_of_italy_and_says_rome() -> None:
    drawn = draw("real", model="SmolLM2")
    (word, chance), *_ = drawn.payload("hero")["following"]
    assert word == "Rome" and chance > 0.7
    assert drawn.payload("hero")["head"] == drawn.payload("wall")["selected"]
