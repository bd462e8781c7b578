"""Views that show a real model where the reader has chosen one, and what the others say then."""

import ast
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.awkward import AWKWARD
from tests.pages.screen import boards, captions, formula, headings, notes, numbers, opened, payload, typed
from tests.real_models import D_HEAD, HEADS, LAYERS, NAME
from transformer import open_folder
from ui import contents, dials
from ui.before_after import Pin
from ui.places import BUNDLED_ALONE, FOLLOWING, VIEWS
from ui.real import found, models

TEXT = "a bear, a bee"
ROOT = Path(__file__).parents[2]
VIEWS_THAT_FOLLOW = [view for view in FOLLOWING if view != "real"]


@pytest.fixture(scope="module")
def model():
    return open_folder(found.FOUND[NAME])


@pytest.fixture(scope="module")
def trace(model):
    return model.trace(TEXT)


def followed(view: str, **address: str) -> AppTest:
    """A view with the tiny model chosen, all of its numbers shown."""
    return opened(view, **{"text": TEXT, "model": NAME, "arithmetic": "true"} | address)


def said_of_models(page: AppTest) -> list[str]:
    return [said for said in captions(page) if said.startswith(("These pictures are of", "What is pinned"))]


def modules() -> dict[str, str]:
    """The source of the module of each view, by its short address, as its page has it."""
    found = {}
    for page in contents.ORDER:
        (call,) = [
            node
            for node in ast.walk(ast.parse((ROOT / "pages" / f"{page}.py").read_text("utf-8")))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "page.show"
        ]
        shorts = VIEWS.get(page, {page: page}).values()
        for short, draw in zip(shorts, call.args[1:], strict=True):
            found[short] = (ROOT / "views" / f"{ast.unparse(draw).removesuffix('.show')}.py").read_text("utf-8")
    return found


def test_every_view_of_a_model_follows_or_says_that_it_shows_the_bundled_one() -> None:
    sources = modules()
    follow = {short for short, source in sources.items() if "reading.shown_model()" in source}
    alone = {
        short
        for short, source in sources.items()
        if short not in follow and any(call in source for call in ("reading.model()", "reading.trace("))
    }
    assert follow == set(VIEWS_THAT_FOLLOW)
    twins = {"position_twins", "beyond_training"}  # which begin with the bundled model, and draw four others
    assert alone - twins == set(BUNDLED_ALONE)


def test_the_chooser_stands_in_the_sidebar_of_views_that_follow_and_nowhere_else(monkeypatch) -> None:
    page = opened("attention", text=TEXT)
    (chooser,) = page.sidebar.selectbox
    assert (chooser.label, chooser.value) == ("Model", "story") and chooser.options == ["story", *found.FOUND]
    assert said_of_models(page) == []
    assert not opened("by_hand", text=TEXT).sidebar.selectbox
    monkeypatch.setattr(models, "FOUND", {})
    assert not opened("attention", text=TEXT).sidebar.selectbox


def test_who_cannot_follow_says_so_once_and_shows_the_bundled_model() -> None:
    page = opened("by_hand", text=TEXT, model=NAME)
    assert said_of_models(page) == ["These pictures are of story: every step of it is written down for this one."]
    page = opened("kinds_of_text", text=TEXT, model=NAME)
    assert said_of_models(page) == ["These pictures are of story: this view shows no other model."]
    assert boards(page)["kinds_of_text"]["model"] == "story"
    assert said_of_models(opened("glossary", model=NAME)) == []


@pytest.mark.parametrize("view", VIEWS_THAT_FOLLOW)
def test_a_view_that_follows_says_whose_numbers_these_are_and_so_does_what_is_saved(view: str) -> None:
    page = followed(view)
    assert said_of_models(page) == [f"These pictures are of {NAME}. Numbers in the text were measured on story."]
    assert {header["model"] for header in boards(page).values() if header["text"]} == {NAME}


@pytest.mark.parametrize("view", VIEWS_THAT_FOLLOW)
def test_awkward_text_is_met_calmly(view: str) -> None:
    for text in AWKWARD:
        typed(view, text, model=NAME, arithmetic="true")


@pytest.mark.parametrize("view", [view for view in VIEWS_THAT_FOLLOW])
def test_a_long_text_is_cut_and_that_is_said(view: str) -> None:
    assert any(
        said.startswith("Of this model the pictures show 48 tokens at a time: the last 51 tokens")
        for said in captions(opened(view, text=("bear " * 20).strip(), model=NAME))
    )


def test_one_head_shows_the_stages_of_the_chosen_model(trace) -> None:
    page = followed("attention", real_layer="5", real_head="3")
    stages = trace.layers[4]
    for name in ("pattern", "scores", "scaled", "masked"):
        np.testing.assert_array_equal(numbers(page, name), getattr(stages, name)[2].ravel())
    np.testing.assert_array_equal(numbers(page, "attended"), stages.attended.ravel())
    ending = "W_K; then its place turns it (rotary positions). Its keys are also those of heads 1 and 2."
    assert any(said.endswith(ending) for said in headings(page))
    assert f"scaled: scores / √{D_HEAD}" in notes(page)
    query, key = payload(page, "pattern")["selected"]
    score = float(stages.queries[2, query] @ stages.keys[2, key])
    assert formula(page, "score_formula").endswith(f"={score / np.sqrt(D_HEAD):.3f}".replace("-", "−"))


def test_a_value_is_read_through_a_norm_that_takes_no_mean_off(model, trace) -> None:
    page = followed("attention", real_layer="7", real_head="1", query="4", key_position="2")
    _, by, *_ = payload(page, "value_words")["columns"]
    rows = model.transformer.block(6).attention.output.weight.detach().numpy()[:, :D_HEAD].T
    written = trace.layers[6].pattern[0, 4, 2] * (trace.layers[6].values[0, 2] @ rows)
    stream = trace.layers[6].residual_out[4]
    pushes = trace.unembedding @ (written / np.sqrt((stream**2).mean() + 1e-5))
    assert by["cells"][0][0] == f"{(pushes - pushes.mean()).max():+.3f}"


def test_layer_and_head_are_clipped_and_a_click_moves_the_keys_of_the_model_that_is_shown(monkeypatch) -> None:
    page = followed("attention", real_layer="200", real_head="9")
    assert payload(page, "pattern")["alt"].startswith(f"Pattern of layer {LAYERS}, head {HEADS}: ")
    assert not page.sidebar.slider
    moved = {}
    monkeypatch.setattr(dials, "move", moved.update)
    monkeypatch.setattr(models, "shown", lambda: NAME)
    dials.choose_head((3, 1))
    assert moved == {"real_layer": 4, "real_head": 2}


def test_the_menu_changes_the_model_and_its_dials() -> None:
    page = opened("attention", text=TEXT)
    page.sidebar.selectbox(key="model").set_value(NAME).run()
    assert said_of_models(page)[0].startswith(f"These pictures are of {NAME}.")
    page.sidebar.number_input(key="real_layer").set_value(6).run()
    assert payload(page, "pattern")["alt"].startswith("Pattern of layer 6, head 1")
    page.sidebar.selectbox(key="model").set_value("story").run()
    assert said_of_models(page) == [] and payload(page, "pattern")["alt"].startswith("Pattern of layer 3, head 1")


def test_a_picture_can_be_pinned_under_one_model_and_compared_with_another(trace) -> None:
    pinned = Pin("attention", "looks", "pattern", f"text={TEXT.replace(' ', '+')}&model={NAME}&real_layer=2").written()
    page = opened("attention", text=TEXT, pinned_picture=pinned)
    np.testing.assert_array_equal(numbers(page, "pinned then"), trace.layers[1].pattern[0].ravel())
    assert payload(page, "pinned now")["alt"].startswith("Pattern of layer 3, head 1")


def test_a_pinned_head_of_the_bundled_model_waits_until_that_is_chosen_again() -> None:
    pinned = "text=bear&layer=1&head=1&mask=causal&scaled=true&attention_temperature=1.0&positions_on=true"
    assert said_of_models(opened("attention", text=TEXT, pinned=pinned)) == []
    page = opened("attention", text=TEXT, pinned=pinned, model=NAME)
    assert "What is pinned is a head of story: choose that model again to see the two side by side." in captions(page)
    assert "Pin" not in [button.label for button in page.button]


@pytest.mark.parametrize("view", ["attention"])
def test_the_code_opens_the_model_and_gives_what_is_on_screen(view: str, model) -> None:
    (lines,) = [each.value for each in followed(view, code="true").code]
    assert f'open_folder("{NAME}")' in lines
    names = {"text": TEXT, "layer": 4, "head": 2}
    exec(lines.replace(f'"{NAME}"', repr(str(found.FOUND[NAME]))), names)
    expected = {"attention": lambda trace: trace.layers[4].context[2]}[view]
    np.testing.assert_allclose(names["result"], expected(model.trace(TEXT)), atol=1e-5)
