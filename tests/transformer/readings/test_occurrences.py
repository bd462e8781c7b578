"""A word is found where it stands, its tokens with it, and its path is that of the trace."""

import numpy as np
import pytest

from transformer.readings.occurrences import first, neighbours, occurrences, path, stages

TEXT = "The cat sat. A cat's mat, Cat!"


def test_every_word_is_found_in_order_and_no_token_twice(language_model):
    found = occurrences(language_model.trace(TEXT))
    assert [one.word for one in found] == ["The", "cat", "sat", ".", "A", "cat's", "mat", ",", "Cat", "!"]
    places = [place for one in found for place in one.places]
    assert places == sorted(set(places))


def test_vowel_signs_and_points_belong_to_their_word(language_model):
    found = occurrences(language_model.trace("हि, עוֹ e\u0301"))
    assert [one.word for one in found] == ["हि", ",", "עוֹ", "e\u0301"]


def test_the_tokens_of_a_word_spell_it(language_model):
    trace = language_model.trace(TEXT)
    for one in occurrences(trace):
        assert "".join(trace.tokens[place].text for place in one.places).strip() == one.word
        assert one.ids == tuple(trace.tokens[place].id for place in one.places)


def test_the_first_occurrence_counts_and_capitals_do_not(language_model):
    trace = language_model.trace(TEXT)
    assert first(trace, "CAT").places == occurrences(trace)[1].places
    assert first(trace, "ca") is None
    assert first(trace, "") is None


@pytest.mark.parametrize("text", ["   ", "🐻‍❄️", "שלום", "a\u200bb", "\x00"])
def test_texts_without_plain_words_are_met_calmly(language_model, text):
    for one in occurrences(language_model.trace(text)):
        assert one.places


def test_words_past_the_models_reach_are_not_found(language_model):
    trace = language_model.trace("cat " * 400 + "mat")
    assert trace.dropped
    assert first(trace, "mat") is None


def test_the_path_begins_at_the_embedding_and_ends_after_the_last_layer(language_model):
    trace = language_model.trace(TEXT)
    steps = path(trace, (3,))
    assert len(steps) == len(stages(len(trace.layers))) == len(trace.layers) + 2
    np.testing.assert_array_equal(steps[0], trace.embedded[3])
    np.testing.assert_allclose(steps[1], trace.embedded[3] + trace.positions[3], atol=1e-6)
    np.testing.assert_array_equal(steps[-1], trace.layers[-1].residual_out[3])


def test_several_places_give_their_mean(language_model):
    trace = language_model.trace(TEXT)
    np.testing.assert_allclose(path(trace, (1, 4)), (path(trace, (1,)) + path(trace, (4,))) / 2, atol=1e-5)


def test_a_word_with_an_ending_counts_only_where_asked_for_and_the_word_itself_comes_first(language_model):
    trace = language_model.trace("banking at the bank")
    assert first(trace, "bank", forms=True).word == "bank"
    alone = language_model.trace("banking a basketball")
    assert first(alone, "Bank", forms=True).word == "banking"
    assert first(alone, "bank") is None and first(alone, "ban", forms=True) is None


def test_neighbours_are_the_rows_of_largest_cosine_without_the_words_own():
    chance = np.random.default_rng(0)
    rows, vectors = chance.normal(size=(40, 6)), chance.normal(size=(3, 6))
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    ids, cosines = neighbours(units, vectors, (5, 7), 4)
    for vector, found, values in zip(vectors, ids, cosines, strict=True):
        by_hand = {id: vector @ units[id] / np.sqrt(vector @ vector) for id in range(40) if id not in (5, 7)}
        assert list(found) == sorted(by_hand, key=by_hand.get, reverse=True)[:4]
        np.testing.assert_allclose(values, [by_hand[id] for id in found])
