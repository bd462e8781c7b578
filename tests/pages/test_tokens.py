"""The page on tokens meets every text calmly, and its address restores it."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import items, notes, opened, payload, typed


def test_the_page_opens_with_the_example_and_a_whole_picture():
    page = opened("tokens")
    (counts, merged) = notes(page)
    assert "44 characters, 44 bytes, 8 tokens: 5.50 characters a token." in counts
    assert "A space at the end is not read until a letter follows it." in counts
    assert merged.startswith("6 merges turn 7 bytes into 1 token")
    assert payload(page, "merge_steps")["steps"][-1]["pieces"] == [{"text": "␣hiking", "new": True}]
    assert not page.dataframe


def test_the_arithmetic_lists_every_token():
    assert len(opened("tokens", arithmetic="true").dataframe[0].value) == 8


def test_the_chosen_word_is_in_the_address():
    page = opened("tokens", text="my prejudice", word="1")
    assert [piece["text"] for piece in payload(page, "merge_steps")["steps"][-1]["pieces"]] == ["␣pre", "judice"]
    assert [chip["strong"] for chip in payload(page, "chips")["tokens"]] == [False, True, True]
    assert any("8 merges turn 10 bytes into 2 tokens" in note for note in notes(page))
    table = {column["name"]: [cell[0] for cell in column["cells"]] for column in payload(page, "word_table")["columns"]}
    assert table["As written"] == ["␣pre", "judice"] and table["Position"] == ["1", "2"]
    assert table["Bytes"] == ["20 70 72 65", "6A 75 64 69 63 65"]
    assert "How “prejudice” was put together" in [item.get("title") for item in items(page, "tokens")]


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
    assert "4 characters, 4 bytes, 1 token: 4.00" in notes(page)[0]


def test_the_sentence_typed_stands_beside_other_kinds_of_text():
    page = typed("kinds_of_text", "bear 🐻")
    own, *others = payload(page, "characters_per_token")["bars"]
    assert own["label"] == "Your sentence: bear 🐻"
    assert own["value"] == pytest.approx(6 / 6)  # tokens: bear, the space and four bytes
    assert not own["faded"] and all(bar["faded"] for bar in others)
    assert payload(page, "cut_2")["tokens"][1]["text"] == "judice"


@pytest.mark.parametrize("text", AWKWARD)
def test_an_awkward_text_is_compared_calmly(text):
    typed("kinds_of_text", text)
