"""The steps of byte-pair encoding as a tree, and which token belongs to which word."""

import json

import pytest

from headlight.pages.tokens import merges
from headlight.pages.tokens.kinds_of_text import FOUR_CUTS, KINDS
from headlight.pages.tokens.tokens import columns as columns_of
from tests.statements import lesson
from transformer.tokenizer import MergeStep


def test_each_merge_joins_its_two_blocks_wherever_they_are():
    steps = [MergeStep((" ", "a", "b", "a", "b"), None), MergeStep((" ", "ab", "ab"), 2), MergeStep((" ab", "ab"), 6)]
    bytes_, joined = merges.blocks(steps)[:5], merges.blocks(steps)[5:]
    assert [(byte.text, byte.first, byte.last, byte.row) for byte in bytes_] == [
        (text, place, place, 0) for place, text in enumerate("␣abab")
    ]
    assert joined == [
        ("ab", "no. 3", 1, 2, 1, False),
        ("ab", "no. 3", 3, 4, 1, True),
        ("␣ab", "no. 7", 0, 2, 2, True),
    ]


def test_bytes_become_a_character_and_a_word_without_merges_is_its_bytes():
    steps = [MergeStep((" ", "<D7>", "<A9>"), None), MergeStep((" ", "ש"), 4)]
    assert merges.blocks(steps)[-1] == ("ש", "no. 5", 1, 2, 1, True)
    assert [block.token for block in merges.blocks(steps[:1])] == [True] * 3


def test_each_token_belongs_to_its_word(model):
    text = "my prejudice 🐻 bears"
    words = model.tokenizer.merge_steps(text)
    assert merges.places(words, 9) == [(0,), (1, 2), (3, 4, 5, 6, 7), (8,)]
    assert merges.places(words, 2) == [(0,), (1,), (), ()]  # of a text that was cut


def test_the_four_cuts_show_what_they_say(model):
    capitals, spaces, rare, emoji = (model.tokenizer.encode(text) for text, _ in FOUR_CUTS)
    assert [piece.text for piece in capitals] == [" Bear", " bear"] and capitals[0].id != capitals[1].id
    assert [piece.text for piece in spaces] == [" light", " head", "light"] and spaces[0].id != spaces[2].id
    assert [piece.text for piece in rare] == [" pre", "judice"]
    assert [piece.text for piece in emoji] == [" ", "<F0>", "<9F>", "<90>", "<BB>"]


def test_the_lesson_counts_the_vocabulary_rightly(model):
    assert model.tokenizer.vocab_size == 8192 == 256 + 1 + 7935 == 257 + model.tokenizer.n_merges
    said = lesson("tokens")
    assert "from a list of 8,192." in said and "the 256 possible bytes" in said
    assert "counts again: 7,935 times here. With one mark for the end of a text that makes 8,192 tokens." in said


def test_the_table_lists_the_bytes_of_each_token(model):
    trace = model.trace("é bear")
    columns = columns_of(model, trace)
    assert columns["As written"] == ["␣", "é", "␣bear"]
    assert columns["Bytes"] == ["20", "C3 A9", "20 62 65 61 72"]
    assert columns["From–to"] == ["0–0", "0–1", "1–6"]
    assert columns["Id"] == [str(token.id) for token in trace.tokens]


def test_the_bytes_of_the_tokens_are_the_text(model):
    text = "The hiking trail 🐻 שלום café"
    tokenizer = model.tokenizer
    assert b"".join(tokenizer.bytes_of(token.id) for token in tokenizer.encode(text)) == (" " + text).encode()
    assert tokenizer.bytes_of(tokenizer.end_id) == b""


def test_prejudice_stays_cut_because_its_pair_was_never_learned(model):
    tokenizer = model.tokenizer
    learned = {tuple(pair) for pair in json.loads(tokenizer.bpe.to_str())["model"]["merges"]}
    assert ("Ġpre", "judice") not in learned and len(learned) == tokenizer.n_merges == 7935
    said = "".join(piece for piece, _ in merges.why_cut(tokenizer.merge_steps("prejudice")[0], tokenizer))
    assert said.startswith("It stays cut: ␣pre + judice is not among the 7,935 learned pairs.")
    assert said.endswith("than the last of them, ␣pop + ulation.")


def test_a_word_of_many_pieces_names_its_first_pair_and_a_whole_word_none(model):
    tokenizer = model.tokenizer
    (steps,) = tokenizer.merge_steps("🐻")
    said = "".join(piece for piece, _ in merges.why_cut(steps, tokenizer))
    assert "␣ + <F0>, the first of its 4 pairs" in said
    assert merges.why_cut(tokenizer.merge_steps("bear")[0], tokenizer) == []


def test_what_the_lesson_says_of_characters_and_emoji(model):
    def reach(text: str) -> float:
        return len(text) / len(model.tokenizer.encode(text))

    kinds = dict(KINDS)
    for english in (kinds["An example of this app"], kinds["Simple English"], "The cat sat on the mat."):
        assert 3 <= reach(english) <= 6
    assert reach(kinds["Hebrew"]) == pytest.approx(0.5)
    assert reach(kinds["Emoji"]) < 0.5 < reach(kinds["Digits"]) < reach(kinds["Rare words"])
    polar_bear = "🐻‍❄️"
    assert (len(polar_bear), len(polar_bear.encode())) == (4, 13)
    assert len(model.tokenizer.encode(polar_bear)) == 1 + 13  # the space before it, and each byte by itself
