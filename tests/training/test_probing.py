"""Probes of grammatical roles: what they are fitted on, what they find, and what the lesson says of it."""

import json
import re

import numpy as np
import pytest

from headlight.pages.embeddings import probed
from tests.statements import lesson
from training import probing
from training.probing import PATTERNS_LEARNED, PATTERNS_TESTED, ROLES, Words, halves, opening, probe, read, sentences

FOUND = json.loads(probing.FILE.read_text("utf-8"))
SAID = re.sub(r"\s+", " ", lesson("contextual").split("**Roles.**")[1])
AFTER_3, AFTER_5, AFTER_6 = 4, 6, 7


def mean(name: str, within: str = "") -> np.ndarray:
    """The mean of the draws, for each stage."""
    return np.mean([(draw[within] if within else draw)[name] for draw in FOUND["draws"]], axis=0)


def percent(share: float) -> str:
    """A share as the lesson writes it."""
    return f"{100 * share:.0f} %"


def test_no_word_and_no_pattern_is_in_both_parts() -> None:
    assert not set(PATTERNS_LEARNED) & set(PATTERNS_TESTED)
    for draw in range(probing.DRAWS):
        one, other = halves(np.random.default_rng(draw))
        assert not {*one.nouns, *one.verbs} & {*other.nouns, *other.verbs}
        assert {*one.nouns, *other.nouns} == {*probing.NOUNS.split()} and len(one.nouns) == len(other.nouns)
        assert {*one.verbs, *other.verbs} == {*probing.VERBS.split()}


def test_a_pattern_says_which_role_each_of_its_words_has() -> None:
    words = Words(["dog", "king", "cat"], ["saw", "chased"])
    (found,) = {
        tuple(
            (sentence.text[:end].split()[-1] == word, list(ROLES.values())[role]) for end, word, role in sentence.words
        )
        for sentence in sentences(["A S that the S V V the O."], words, np.random.default_rng(0))
    }
    assert found == tuple((True, role) for role in ("subject", "subject", "verb", "verb", "object"))


def test_vectors_are_those_of_the_last_token_of_each_word(model) -> None:
    found, trace = read(model, [opening()]), model.trace("The hiking trail led us through bear country")
    assert [trace.words[place] for place in found.position] == ["trail", "led", "us", "country"] == found.word
    np.testing.assert_array_equal(found.stream[0], trace.embedded[found.position])
    np.testing.assert_array_equal(found.stream[-1], trace.layers[-1].residual_out[found.position])


def test_a_probe_finds_a_direction_that_is_there_and_none_that_is_not() -> None:
    chance = np.random.default_rng(0)
    role = chance.integers(0, 4, 800)
    x = chance.standard_normal((800, 12)).astype(np.float32)
    x[:, :4] += 6 * np.eye(4)[role]
    assert (probe(x[:400], role[:400])(x[400:]) == role[400:]).mean() > 0.97
    assert (probe(x[:400, 4:], role[:400])(x[400:, 4:]) == role[400:]).mean() < 0.4
    assert (probe(x[:400], role[:400], directions=4)(x[400:]) == role[400:]).mean() > 0.9


@pytest.mark.study
def test_the_file_is_what_is_measured(model) -> None:
    """The first of the draws, measured anew; a few words may fall on the other side on another processor."""
    anew, written = probing.measure(model, 0), FOUND["draws"][0]
    for name in ("new", "known", "control", "fresh"):
        np.testing.assert_allclose(anew[name], written[name], atol=0.01)
    for name, values in anew["narrow"].items():
        np.testing.assert_allclose(values, written["narrow"][name], atol=0.01)
    np.testing.assert_allclose(anew["by_role"], written["by_role"], atol=0.02)
    assert anew["opening"][AFTER_3:] == written["opening"][AFTER_3:]
    assert (anew["position"], anew["commonest"], anew["words"]) == (
        written["position"],
        written["commonest"],
        written["words"],
    )


def test_the_lesson_gives_the_shares_of_roles_that_are_named() -> None:
    new, roles = mean("new"), mean("by_role")
    assert f"fitted on {len(PATTERNS_LEARNED) * probing.SENTENCES} sentences of eight patterns" in SAID
    assert len(PATTERNS_LEARNED) == 8 and len(PATTERNS_TESTED) == 6 and probing.DRAWS == len(FOUND["draws"]) == 5
    counts = np.array(
        [
            sum(pattern.split().count(sign) + pattern.split().count(f"{sign}.") for pattern in PATTERNS_TESTED)
            for sign in ROLES
        ]
    )
    nouns = np.array([place for place, sign in enumerate(ROLES) if sign != "V"])
    of_nouns = roles[0, nouns] @ counts[nouns] / counts[nouns].sum()
    assert roles[0, 1] == 1
    assert f"of {percent(new[0])} of the words: of every verb, and of {percent(of_nouns)} of the nouns" in SAID
    last = [draw["new"][AFTER_6] for draw in FOUND["draws"]]
    spread = f"{100 * min(last):.0f} to {percent(max(last))} in the five draws"
    assert f"After layer 3 it is {percent(new[AFTER_3])}, after layer 6 {percent(new[AFTER_6])} ({spread})" in SAID
    best = mean("fresh").argmax()
    fresh = [draw["fresh"][best] for draw in FOUND["draws"]]
    spread = f"({100 * min(fresh):.0f} to {percent(max(fresh))})"
    assert f"it is {percent(mean('fresh').max())} on average {spread}," in SAID
    assert roles[AFTER_6].argmin() == list(ROLES).index("X")
    assert f"the hardest: {percent(roles[AFTER_6].min())} after layer 6" in SAID
    for draw in FOUND["draws"]:
        assert draw["position"] == draw["commonest"]
        assert f"the position alone, {percent(draw['position'])}," in SAID


def test_the_lesson_says_what_the_probe_learns_by_heart() -> None:
    control, known = mean("control")[AFTER_6], mean("known")[AFTER_6]
    assert control > known
    assert f"it names {percent(control)} of these roles after layer 6, against {percent(known)} of" in SAID
    narrow = mean("known", "narrow")[AFTER_5], mean("control", "narrow")[AFTER_5]
    assert f"no more than {probing.DIRECTIONS} directions, it names {percent(narrow[0])} of the true" in SAID
    assert f"after layer 5 and {percent(narrow[1])} of the random ones" in SAID


def test_the_opening_sentence_by_its_phrases() -> None:
    assert " ".join(phrase for phrase, _, _ in probed.PHRASES) == opening().text
    assert [(phrase, role) for phrase, _, role in probed.PHRASES] == list(probing.PARSED)
    for phrase, last, _ in probed.PHRASES:
        assert phrase.split()[-1] == last
    right = [role for _, _, role in probed.PHRASES]
    for draw in FOUND["draws"]:
        for stage in range(AFTER_3, AFTER_6 + 1):
            named = draw["opening"][stage]
            assert [named[place] for place in (0, 1, 3)] == [right[place] for place in (0, 1, 3)]
        assert draw["opening"][AFTER_6][2] == "verb"
    assert "all five draws. *Us* it calls a verb, in all five after layer 6" in SAID
    assert probed.MEASURED is not None
    assert "Of “us” the probe says “verb” in 5 of 5 draws" in probed.probed_text(probed.MEASURED)
    assert probed.phrases(probed.MEASURED)["after layer 6"] == ["5", "5", "0", "5"]
