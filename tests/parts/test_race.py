"""Sixty beginnings that neither the model nor its table has read, and what both say there."""

import re
from collections import Counter
from functools import cache

import numpy as np

import headlight as hl
from headlight.parts import race
from headlight.reading import reader
from headlight.reading.beginnings import BEGINNINGS, PLAYED, SETS, option_of
from transformer.bundled.training_text import TrainingText, training_text

RUN = 7  # tokens in a row: no more of a beginning stand in the training text


@cache
def read_text() -> TrainingText:
    model = reader.bundled()
    text = training_text(model.name, model.tokenizer.end_id)
    assert text
    return text


def test_sixty_are_twenty_of_each_register_and_each_set_has_all_three() -> None:
    assert Counter(each.register for each in BEGINNINGS) == {"story": 20, "everyday": 20, "school": 20}
    assert len({each.text for each in BEGINNINGS}) == 60
    assert sorted(each for one in SETS for each in one) == sorted(BEGINNINGS)
    for each in SETS:
        assert len(each) == PLAYED and min(Counter(one.register for one in each).values()) >= 3


def test_nobody_has_read_a_beginning_with_or_without_its_word() -> None:
    story, tokenizer = hl.open("story"), reader.bundled().tokenizer
    for each in BEGINNINGS:
        assert not story.has_read(each.text) and not story.has_read(f"{each.text} {each.word}"), each.text
        ids = tokenizer.ids(f"{each.text} {each.word}")
        assert max(read_text().ends_with(ids[:end])[1] for end in range(1, len(ids) + 1)) <= RUN, each.text


def test_a_tap_is_one_token_of_four_so_that_all_three_can_say_it() -> None:
    tokenizer = reader.bundled().tokenizer
    for each in BEGINNINGS:
        before = len(tokenizer.ids(each.text))
        assert {len(tokenizer.ids(f"{each.text} {word}")) for word in each.options} == {before + 1}, each.text
        assert len(set(each.options)) == 4 and each.word in each.options
        assert [option_of(f" {word.upper()}!", each.options) for word in each.options] == [0, 1, 2, 3]
    assert option_of("ﬁsh", BEGINNINGS[0].options) == option_of("", BEGINNINGS[0].options) == 4


def test_what_both_say_is_what_was_read_and_what_the_model_computes() -> None:
    """Counted and computed here by other ways: by going through the whole text, and from the logits."""
    model, tokens = reader.bundled(), read_text().tokens
    for each in BEGINNINGS[::7]:
        both, ids = race.rivals(each), model.tokenizer.ids(each.text)
        end = np.array(ids[len(ids) - both.length :], np.uint16)
        places = np.flatnonzero(tokens[: len(tokens) - len(end) + 1] == end[0])
        for further, token in enumerate(end[1:], 1):
            places = places[tokens[places + further] == token]
        assert len(places) == both.times
        after = Counter(int(tokens[place + len(end)]) for place in places if place + len(end) < len(tokens))
        del after[read_text().end_id]
        word = model.tokenizer.ids(f"{each.text} {each.word}")[-1]
        assert both.table.chance == after[word] / after.total()
        assert after[model.tokenizer.ids(f"{each.text} {both.table.word}")[-1]] == max(after.values())
        logits = model.trace(each.text).next_logits.astype(np.float64)
        assert both.transformer.right == (logits.argmax() == word)
        np.testing.assert_allclose(both.transformer.chance, np.exp(logits[word]) / np.exp(logits).sum(), rtol=1e-4)


def test_the_transformer_finds_more_of_them_than_the_table() -> None:
    both = [race.rivals(each) for each in BEGINNINGS]
    assert (sum(each.transformer.right for each in both), sum(each.table.right for each in both)) == (20, 12)
    assert sum(each.further for each in both) == 16
    found = {each.word for each, one in zip(BEGINNINGS, both, strict=True) if one.further and not one.table.right}
    assert {word for word in re.findall("“(.+?)”", race.why_ahead(BEGINNINGS))} == found
