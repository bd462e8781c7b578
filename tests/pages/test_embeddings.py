"""The page on embeddings meets every text calmly, and its address restores it."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import captions, formula, opened, payload, typed


def test_the_page_opens_with_the_example_and_a_whole_picture():
    page = opened("embeddings")
    assert payload(page, "cosines")["selected"] == [7, 6]
    assert payload(page, "cosines")["extent"] == 1.0
    assert len(payload(page, "nearest")["bars"]) == 10
    assert payload(page, "embedding_rows")["width"] == 192
    assert "W_E[1159]" in formula(page, "lookup_formula")
    assert len(payload(page, "projection")["groups"]) == 2 and not page.get("plotly_chart")


def test_the_chosen_tokens_and_dimensions_are_in_the_address():
    page = opened("embeddings", text="my bear country", token="1", other_token="2", dimensions="3")
    assert payload(page, "cosines")["selected"] == [1, 2]
    assert "W_E[1091]" in formula(page, "lookup_formula")
    assert "scatter3d" in page.get("plotly_chart")[0].proto.spec
    assert any(caption.startswith("The 3 directions") for caption in captions(page))


def test_values_that_are_none_fall_back():
    page = opened("embeddings", text="bear country", token="x", other_token="-3", dimensions="7")
    assert payload(page, "cosines")["selected"] == [1, 0]
    assert not page.get("plotly_chart")


def test_the_nearest_tokens_do_not_depend_on_the_sentence():
    lists = [payload(opened("embeddings", text=text), "nearest")["bars"] for text in ("a bear", "they saw no bear")]
    assert lists[0] == lists[1]
    assert "bear" not in [bar["label"] for bar in lists[0]]


@pytest.mark.parametrize("text", AWKWARD)
def test_an_awkward_text_is_met_calmly(text):
    typed("embeddings", text)
