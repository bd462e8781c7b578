"""Every text becomes tokens and comes back, each token knows its place, and the merges are shown truly."""

import json
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transformer.tokenizer import END, Tokenizer, printable, readable

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))  # Cs are the surrogates
PLAIN_TEXT = st.text(st.characters(max_codepoint=127))
AWKWARD = {
    "empty": "",
    "blank": " ",
    "blanks": " \t \n\r\n  ",
    "NUL": "a\0b\0",
    "emoji": "🐻 and 👩‍👩‍👧 and 🇫🇷",
    "combining accents": "e\u0301a\u0308\u0323 o\u0302\u0303\u0304",
    "composed accent": "\u00e9",
    "right to left": "שלום \u202eabc\u202c مرحبا",
    "zero width": "be\u200bar\u200d \ufeffcountry\u2060",
    "markup": "<b></s><img src=x onerror=alert(1)>![x](http://example.org/y.png) $\\alpha$ :red[x]",
    "end mark": f"a{END}b {END}",
    "forty times": "bear " * 40,
    "private and unassigned": "\ue000\U000e0001\U0010ffff\ufffe",
    "replacement character": "\ufffd",
}


def there_and_back(tokenizer, text):
    return tokenizer.decode([token.id for token in tokenizer.encode(text)])


@given(text=ANY_TEXT)
@example(text=" leading and trailing ")
@example(text=f"{END}")
def test_any_text_comes_back(tokenizer, text):
    assert there_and_back(tokenizer, text) == text


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udc00\ud83d"])
def test_a_lone_surrogate_becomes_one_replacement_character(tokenizer, text):
    assert printable(text).count("\ufffd") == sum(character > "\ud7ff" for character in text)
    assert len(printable(text)) == len(text)
    assert there_and_back(tokenizer, text) == printable(text)
    assert tokenizer.merge_steps(text)[-1][-1].pieces


@given(text=ANY_TEXT)
@example(text=AWKWARD["emoji"])
def test_the_places_of_the_tokens_cover_the_text_in_order(tokenizer, text):
    tokens = tokenizer.encode(text)
    reached = 0
    for token in tokens:
        assert token.start <= reached and reached <= token.end <= len(text)
        assert token.start <= token.end
        reached = token.end
    assert reached == len(text)
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)


@given(text=PLAIN_TEXT)
@example(text="The hiking trail led us through bear country.")
def test_the_pieces_of_a_plain_text_join_up(tokenizer, text):
    tokens = tokenizer.encode(text)
    assert "".join(text[token.start : token.end] for token in tokens) == text
    assert "".join(token.text for token in tokens) == (" " + text if text else "")
    assert all(one.end == after.start for one, after in pairwise(tokens))


def test_a_token_is_written_with_the_space_before_it_and_stands_where_it_stands(bundled_tokenizer):
    tokens = bundled_tokenizer.encode("The cat, the cat")
    assert [(token.text, token.start, token.end) for token in tokens] == [
        (" The", 0, 3),
        (" cat", 3, 7),
        (",", 7, 8),
        (" the", 8, 12),
        (" cat", 12, 16),
    ]
    assert tokens[1].id == tokens[4].id


def test_a_first_word_is_the_same_token_as_in_the_middle(bundled_tokenizer):
    assert bundled_tokenizer.encode("cat")[0].id == bundled_tokenizer.encode("a cat")[1].id


def test_bytes_that_are_no_whole_character_are_named(tokenizer):
    tokens = tokenizer.encode("🐻")  # U+1F43B is F0 9F 90 BB; nobody learned to merge these bytes
    assert "".join(token.text for token in tokens) == " <F0><9F><90><BB>"
    assert {(token.start, token.end) for token in tokens[1:]} == {(0, 1)}


@pytest.mark.parametrize(("piece", "text"), [("Ġbear", " bear"), ("Ċ", "\n"), ("Ã©", "é"), ("Ã", "<C3>"), ("Ā", "\0")])
def test_a_piece_of_the_byte_alphabet_is_readable(piece, text):
    assert readable(piece) == text


def test_the_empty_text_has_no_tokens_and_no_merges(tokenizer):
    assert tokenizer.encode("") == () and tokenizer.ids("") == [] and tokenizer.merge_steps("") == ()


@pytest.mark.parametrize("text", [END, f" {END}", f"{END}{END}", f"bear{END}country", f"\0{END}\n"])
def test_nobody_can_type_the_end_mark(tokenizer, text):
    assert tokenizer.end_id is not None
    assert tokenizer.end_id not in tokenizer.ids(text)
    assert tokenizer.end_id not in [token.id for token in tokenizer.encode(text)]
    assert there_and_back(tokenizer, text) == text


def test_a_saved_tokenizer_is_the_same_when_loaded(small_tokenizer, tmp_path):
    small_tokenizer.bpe.save(str(tmp_path / "tokenizer.json"))
    loaded = Tokenizer.load(tmp_path / "tokenizer.json")
    assert loaded.vocab_size == small_tokenizer.vocab_size and loaded.end_id == small_tokenizer.end_id
    for text in AWKWARD.values():
        assert loaded.encode(text) == small_tokenizer.encode(text)
        assert loaded.merge_steps(text) == small_tokenizer.merge_steps(text)


@given(text=ANY_TEXT)
@example(text="prejudice banana hiking trail")
@example(text=AWKWARD["emoji"])
@example(text=END)
def test_the_last_merge_step_of_each_word_is_its_tokens(tokenizer, text):
    pieces = [piece for steps in tokenizer.merge_steps(text) for piece in steps[-1].pieces]
    assert pieces == [token.text for token in tokenizer.encode(text)]


@given(text=ANY_TEXT)
def test_the_first_merge_step_holds_single_bytes(tokenizer, text):
    words = tokenizer.merge_steps(text)
    n_bytes = sum(len(steps[0].pieces) for steps in words)
    assert n_bytes == (len((" " + text).encode()) if text else 0)
    assert all(steps[0].rank is None for steps in words)


@pytest.fixture(scope="session")
def merges(tokenizer):
    return json.loads(tokenizer.bpe.to_str())["model"]["merges"]


@given(text=PLAIN_TEXT)
@example(text="The hiking trail led us through bear country")
@example(text="banana bananana assesses")
def test_each_merge_step_joins_one_pair_wherever_it_stands(tokenizer, merges, text):
    for steps in tokenizer.merge_steps(text):
        for before, after in pairwise(steps):
            pair = tuple(readable(piece) for piece in merges[after.rank])
            assert set(joins(before.pieces, after.pieces)) == {pair}
            assert pair not in pairwise(after.pieces)


def joins(before, after):
    """The pairs of neighbours in `before` that are one piece in `after`."""
    rest = iter(before)
    for piece in after:
        first = next(rest)
        if piece != first:
            second = next(rest)
            assert piece == first + second
            yield first, second
    assert next(rest, None) is None


def test_merge_steps_worked_by_hand():
    # (a, b) stands five times; once it is joined, (ab, c) stands twice and no other pair more than once.
    tokenizer = Tokenizer.train(["xab yab zabc wabc vab"], 259)
    (steps,) = tokenizer.merge_steps("abcab")
    assert [(step.pieces, step.rank) for step in steps] == [
        ((" ", "a", "b", "c", "a", "b"), None),
        ((" ", "ab", "c", "ab"), 0),
        ((" ", "abc", "ab"), 1),
    ]
