"""The page on tokens meets every text calmly, and its address restores it."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import captions, metric, opened, payload, typed


def test_the_page_opens_with_the_example_and_a_whole_picture():
    page = opened("tokens")
    assert [box.value for box in page.metric] == ["44", "44", "8", "5.50"]
    assert {"How a word was put together", "Every token"} <= {heading.value for heading in page.subheader}
    assert payload(page, "merge_steps")["steps"][-1]["pieces"] == [{"text": "␣hiking", "new": True}]
    assert len(page.dataframe[0].value) == 8
    assert payload(page, "cut_2")["tokens"][1]["text"] == "judice"


def test_the_chosen_word_is_in_the_address():
    page = opened("tokens", text="my prejudice", word="1")
    assert [piece["text"] for piece in payload(page, "merge_steps")["steps"][-1]["pieces"]] == ["␣pre", "judice"]
    assert [chip["strong"] for chip in payload(page, "chips")["tokens"]] == [False, True, True]
    assert any("8 merges turn 10 bytes into 2 tokens" in caption for caption in captions(page))


@pytest.mark.parametrize("word", ["-1", "99999", "bear", "", "1e9"])
def test_a_word_that_is_none_falls_back(word):
    page = opened("tokens", text="bear country", word=word)
    assert payload(page, "merge_steps")["steps"][-1]["pieces"] == [{"text": "␣country", "new": True}]


def test_a_word_past_the_end_is_the_last():
    page = opened("tokens", text="a bear", word="40")
    assert payload(page, "merge_steps")["steps"][-1]["pieces"] == [{"text": "␣bear", "new": True}]


@pytest.mark.parametrize("text", AWKWARD)
def test_an_awkward_text_is_met_calmly(text):
    typed("tokens", text)


def test_typing_changes_the_pictures():
    page = typed("tokens", "bear")
    assert [chip["text"] for chip in payload(page, "chips")["tokens"]] == ["bear"]
    assert metric(page, "Tokens") == "1"
