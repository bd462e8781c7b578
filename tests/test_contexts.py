"""What the page of static and contextual vectors, and its lesson, say of the bundled model."""

import numpy as np
import pytest

from headlight.pages.embeddings import contextual
from headlight.pages.embeddings.contexts import TO_TRY, Context, contexts
from tests.statements import lesson
from transformer.readings.occurrences import any_two
from transformer.similarity import cosines

# A word, and sentences that end with it: a noun, a noun of another meaning, a verb.
NOUNS_AND_VERB = (
    ("bank", "We sat on the muddy bank", "I owe money to the bank", "You can always bank"),
    ("bark", "The tree has thick bark", "I heard a loud bark", "The old dog will bark"),
    ("ring", "He bought a golden ring", "The boxers entered the ring", "I heard the bells ring"),
    ("match", "He lit the candle with a match", "Our team won the match", "Her shoes do not match"),
    ("watch", "My father lost his watch", "The soldiers kept watch", "Sit down and watch"),
    ("light", "She switched on the light", "The lamp gave a weak light", "The wet wood would not light"),
    ("play", "We saw a sad play", "The children were at play", "Tomorrow they will play"),
    ("point", "The knife has a sharp point", "I do not see the point", "It is rude to point"),
    ("fall", "We met again in the fall", "He was hurt in a fall", "Be careful or you will fall"),
    ("park", "We walked through the green park", "The car stood in the park", "You are not allowed to park"),
    ("rock", "The ship hit a rock", "They like to listen to rock", "The boat began to rock"),
    ("wave", "The boat met a high wave", "She gave me a friendly wave", "The queen forgot to wave"),
    ("cross", "He wore a silver cross", "The map is marked with a cross", "The street is hard to cross"),
    ("fire", "They sat around the fire", "The gun opened fire", "The soldiers refused to fire"),
)


def compared(model, word: str, sentences: list[str]) -> list[Context]:
    return contexts([model.trace(text) for text in sentences], word, "last")


@pytest.fixture(scope="module")
def sets(model) -> list[list[Context]]:
    """The sets of the page in which the word is written alike everywhere."""
    return [
        compared(model, word, sentences)
        for word, *sentences in TO_TRY
        if word != "Bears" and "banking" not in sentences[1]
    ]


def test_one_row_of_w_e_stands_for_the_word_everywhere(sets):
    for found in sets:
        for one, other in contextual.pairs(found):
            assert one.occurrence.ids == other.occurrence.ids
            np.testing.assert_array_equal(one.path[0], other.path[0])


def test_the_vectors_part_layer_by_layer(sets):
    for found in sets:
        for one, other in contextual.pairs(found):
            values = contextual.by_stage(one, other)
            assert values[1] > 0.97  # only the position may differ
            assert values[2] > values[-1] + 0.1  # after the first layer and after the last
            assert (np.diff(values) < 0.1).all()  # never much nearer again


def test_the_two_nouns_of_bank_are_more_alike_than_either_is_to_the_verb(model):
    word, *sentences = next(chosen for chosen in TO_TRY if chosen[0] == "bank")
    river, verb, money = compared(model, word, sentences)
    nouns, *others = (contextual.by_stage(*pair)[-1] for pair in ((river, money), (river, verb), (money, verb)))
    assert nouns > 0.8 and max(others) < 0.7


def test_the_two_nouns_are_mostly_but_not_always_nearest_to_each_other(model):
    between_nouns, to_verb, nearest = [], [], 0
    for word, *sentences in NOUNS_AND_VERB:
        one, other, verb = compared(model, word, sentences)
        assert one.occurrence.ids == other.occurrence.ids == verb.occurrence.ids
        nouns, *verbs = (contextual.by_stage(*pair)[-1] for pair in ((one, other), (one, verb), (other, verb)))
        between_nouns.append(nouns)
        to_verb += verbs
        nearest += bool(nouns > max(verbs))
    said = lesson("contextual")
    assert f"In {len(NOUNS_AND_VERB)} such words" in said and f"only in {nearest} of the {len(NOUNS_AND_VERB)}" in said
    assert f"a cosine of {np.mean(between_nouns):.2f} on average" in said
    assert f"each of them one of {np.mean(to_verb):.2f} to the verb" in said


def test_a_capital_letter_is_another_token_that_begins_apart(model):
    big, small, _ = compared(model, "Bears", ["Bears won the game", "I love bears", "She bears the pain"])
    assert big.occurrence.ids != small.occurrence.ids
    assert contextual.by_stage(big, small)[0] < 0.7


def test_any_two_is_the_mean_over_different_places(model):
    (bear,) = compared(model, "bear", ["bear country"])
    rows = bear.trace.layers[2].residual_out
    assert any_two(bear.trace)[4] == pytest.approx(float(cosines(rows, rows)[0, 1]), abs=1e-6)


def test_the_projection_keeps_what_it_says_of_the_variance(sets):
    found = sets[0]
    places, shares = contextual.paths_in_plane(found)
    flat, full = np.concatenate(places), np.concatenate([context.path for context in found])
    kept = (flat**2).sum() / ((full - full.mean(axis=0)) ** 2).sum()
    assert kept == pytest.approx(shares.sum(), rel=1e-5)
