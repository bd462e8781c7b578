"""The page on embeddings meets every text calmly, and its address restores it."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import captions, formula, opened, payload, typed


def test_the_page_opens_with_the_example_and_a_whole_picture():
    page = opened("embeddings", arithmetic="true")
    assert payload(page, "cosines")["selected"] == [7, 6]
    assert payload(page, "cosines")["extent"] == 1.0
    assert len(payload(page, "nearest")["bars"]) == 8
    assert payload(page, "embedding_rows")["width"] == 192
    assert "W_E[1159]" in formula(page, "lookup_formula")


def test_the_arithmetic_is_one_click_deeper():
    with pytest.raises(KeyError):
        payload(opened("embeddings"), "lookup_formula")


def test_the_chosen_tokens_are_in_the_address():
    page = opened("embeddings", text="my bear country", token="1", other_token="2", arithmetic="true")
    assert payload(page, "cosines")["selected"] == [1, 2]
    assert "W_E[1091]" in formula(page, "lookup_formula")


def test_the_map_is_flat_or_can_be_turned():
    page = opened("embedding_map", text="my bear country")
    assert payload(page, "projection")["groups"][-1]["labels"] == ["my", "bear", "country"]
    assert not page.get("plotly_chart")
    page = opened("embedding_map", text="my bear country", dimensions="3")
    assert "scatter3d" in page.get("plotly_chart")[0].proto.spec
    assert any(caption.startswith("The 3 directions") for caption in captions(page))
    sides = {key: payload(page, key) for key in ("side_1_2", "side_1_3", "side_2_3")}
    assert [each["groups"][-1]["labels"] for each in sides.values()] == [["my", "bear", "country"]] * 3
    read = [[each[end][:11] for end in ("x_title", "y_title")] for each in sides.values()]
    assert read == [[f"direction {one}", f"direction {other}"] for one, other in ((1, 2), (1, 3), (2, 3))]


def test_an_address_of_before_opens_the_view_that_has_its_dial_now():
    assert opened("embeddings", text="bear", dimensions="3").get("plotly_chart")


def test_values_that_are_none_fall_back():
    page = opened("embeddings", text="bear country", token="x", other_token="-3")
    assert payload(page, "cosines")["selected"] == [1, 0]
    assert not opened("embedding_map", dimensions="7").get("plotly_chart")


def test_the_nearest_tokens_do_not_depend_on_the_sentence():
    lists = [payload(opened("embeddings", text=text), "nearest")["bars"] for text in ("a bear", "they saw no bear")]
    assert lists[0] == lists[1]
    assert "bear" not in [bar["label"] for bar in lists[0]]


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("view", ["embeddings", "embedding_map"])
def test_an_awkward_text_is_met_calmly(view, text):
    typed(view, text)
