"""The views of tokens show how a text is cut, and an address restores the word that was chosen."""

import pytest

from tests.draw import Drawing, draw
from tests.pages.screen import payload, typed


def made(drawn: Drawing) -> list[str]:
    """The tokens of the word that is put together."""
    return [block["text"] for block in drawn.payload("merge_tree")["blocks"] if block["token"]]


def test_it_opens_with_a_word_that_is_cut_and_how_it_was_put_together():
    drawn = draw("tokens")
    assert [chip["text"] for chip in drawn.payload("chips")["tokens"] if chip["strong"]] == ["pre", "judice"]
    assert drawn.titles[0] == "How was “prejudice” put together?"
    assert drawn.keys[:2] == ["chips", "merge_tree"], "the other kinds of text are in More pictures"
    assert made(draw("tokens", text="The girl stepped and")) == ["␣stepped"], "no word is cut: the rarest"


def test_the_merges_of_the_word_are_played_from_its_bytes_and_keep_their_room():
    whole = draw("tokens").payload("merge_tree")
    assert whole["shown"] is None and len(whole["blocks"]) == 10 + 8 and whole["says"]
    for merged in range(8):
        partly = draw("tokens", merged=merged).payload("merge_tree")
        assert partly["shown"] == 10 + merged and partly["blocks"] == whole["blocks"] and not partly["says"]
    assert draw("tokens", merged=200).payload("merge_tree") == whole


def test_the_arithmetic_lists_every_token():
    columns = draw("tokens", deeper=True).payload("token_table")["columns"]
    assert [column["name"] for column in columns] == ["Position", "As written", "Id", "Bytes", "From–to"]
    assert all(len(column["cells"]) == 9 for column in columns)


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
