"""The held-out sentences are plain, varied, and in no text of the project that a model was trained on."""

import re

from tests.statements import TEXTS
from training import held_out
from training.data import TEACHING


def test_plain_sentences_are_some_two_hundred_of_5_to_25_words_each_said_once() -> None:
    found = held_out.plain_sentences()
    assert 200 <= len(found) == len(set(found))
    assert {len(line.split()) for line in found} <= set(range(5, 26))
    assert all(re.fullmatch(r"[A-Z].*[.?]", line) for line in found)
    openings = [line.split()[0] for line in found]
    assert max(openings.count(word) for word in openings) < len(found) / 3


def test_the_second_and_the_third_text_are_sentences_said_once_of_which_one_is_easier() -> None:
    second, third = held_out.in_registers(), held_out.easy()
    assert (len(second), len(third)) == (60, 40)
    assert len({*second, *third, *held_out.sentences()}) == len(second) + len(third) + len(held_out.sentences())
    assert all(re.fullmatch(r"[A-Z].*[.?!]", line) for line in second + third)


def test_no_plain_sentence_is_in_the_teaching_text_or_among_the_examples() -> None:
    own = "\n".join(path.read_text("utf-8") for path in TEACHING.iterdir())
    assert not held_out.shared_runs(held_out.others(), own + "\n".join(TEXTS))


def test_a_run_of_words_is_found_whatever_its_case_and_punctuation() -> None:
    sentence = "Wet leaves blocked the drain, so the whole street smelled."
    assert held_out.shared_runs([sentence], "The drain, so the WHOLE street!") == {"the drain so the whole street"}
    assert not held_out.shared_runs([sentence], "the drain so the street")
