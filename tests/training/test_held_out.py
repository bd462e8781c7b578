"""The held-out sentences are plain, varied, and in no text of the project that a model was trained on."""

from tests.statements import TEXTS
from training import held_out
from training.data import TEACHING


def test_no_sentence_is_said_twice() -> None:
    found = held_out.sentences() + held_out.in_registers() + held_out.easy()
    assert len(found) == len({*found}) and not any({"[", "#"} & {*line} for line in found)


def test_no_plain_sentence_is_in_the_teaching_text_or_among_the_examples() -> None:
    own = "\n".join(path.read_text("utf-8") for path in TEACHING.iterdir())
    assert not held_out.shared_runs(held_out.others(), own + "\n".join(TEXTS))


def test_a_run_of_words_is_found_whatever_its_case_and_punctuation() -> None:
    sentence = "Wet leaves blocked the drain, so the whole street smelled."
    assert held_out.shared_runs([sentence], "The drain, so the WHOLE street!") == {"the drain so the whole street"}
    assert not held_out.shared_runs([sentence], "the drain so the street")
