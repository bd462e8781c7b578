"""The views of tokens show how a text is cut, and an address restores the word that was chosen."""

import pytest

from tests.draw import draw
from tests.pages.screen import payload, typed


def test_typing_changes_the_pictures():
    page = typed("tokens", "bear")
    assert [chip["text"] for chip in payload(page, "chips")["tokens"]] == ["bear"]
    assert payload(page, "merge_tree")["alt"] == "4 merges turn the 5 bytes of the word into 1 token."


def test_the_sentence_typed_stands_beside_other_kinds_of_text():
    drawn = draw("tokens", text="bear 🐻", deeper=True)
    own, *others = drawn.payload("characters_per_token")["bars"]
    assert own["label"] == "Your sentence: bear 🐻"
    assert own["value"] == pytest.approx(6 / 6)  # tokens: bear, the space and four bytes
    assert not own["faded"] and all(bar["faded"] for bar in others)
    assert drawn.payload("cut_2")["tokens"][1]["text"] == "judice"
