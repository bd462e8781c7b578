"""What comes back reads well: a line or a small table that says what the result says, and numbers that it holds."""

import html
import re

import numpy as np
import pytest

import headlight as hl
from tests.in_turn import in_turn
from tests.library.test_copied import OTHERS, SMALL
from transformer import load

TEXT = "The king and the"
LINE, LINES = 160, 7


@in_turn("result", [*SMALL, *(name for name in OTHERS if name != "a change")])  # which is what was given
def test_a_result_is_a_line_or_a_small_table(result: str, story) -> None:
    found = SMALL[result](story) if result in SMALL else OTHERS[result]()
    lines = repr(found).splitlines()
    assert 1 <= len(lines) <= LINES and max(map(len, lines)) <= LINE
    assert "array(" not in repr(found) and " object at " not in repr(found)
    if hasattr(found, "_repr_html_") and not isinstance(found, hl.Shown):
        assert html.escape(repr(found)) in found._repr_html_()


def test_a_model_is_a_line() -> None:
    for model in (load("story"), load("translate"), hl.open("SmolLM2").inner):
        assert model.name in repr(model) and len(repr(model)) <= LINE


def test_a_changed_model_says_what_is_changed(story) -> None:
    changed = story.ablate([(3, 2)], [5]).changed(temperature=0.5)
    assert repr(changed).endswith("; changed: temperature=0.5; layer 3, head 2 switched off; ffn in layer 5>")
    assert repr(story.edit(hl.Edit("queries", 1, 2.0, head=4))).endswith("; changed: queries in layer 1, head 4>")


def test_words_that_flip_the_answer_are_said_the_easiest_first(story) -> None:
    first, second, *_ = repr(story.run("I love my little dog and I love my big").flips()).splitlines()
    assert first == "dog 82%; another word in one place flips it" and second == "9 of 12  dog → cat: cat 32%"


def test_a_reason_names_the_word_the_head_and_the_chances(story) -> None:
    found = story.run(TEXT).why()
    left = found.without_words[found.word]
    assert repr(found) == f"queen 59%: layer 3, head 2 brought it from king; {left:.0%} with that word hidden"
    assert f"{found.probability:.0%}" == "59%" and found.kind == "look"


def numbers(said: str) -> list[float]:
    return [float(number) for number in re.findall(r"^([+-][\d.]+)  ", said, re.MULTILINE)]


def test_the_numbers_of_a_table_are_the_largest_of_the_result(story) -> None:
    run, other, word = story.run(TEXT), story.run("The dog and the"), (" queen", " dog")
    shares = run.attribution(word)
    parts = [*shares.heads.ravel(), *shares.ffns, shares.embedding, shares.position, shares.biases]
    for found, values in (
        (shares, parts),
        (run.effects(word), run.effects(word).ravel()),
        (story.sweep(run, other.trace.text, "values", word), run_sweep(story, run, other, word)),
        (run.estimate(other, word), (run.estimate(other, word).heads - other.logit(word)).ravel()),
        (story.detect("previous"), story.detect("previous").ravel()),
    ):
        expected = sorted(np.asarray(values).tolist(), key=lambda value: -abs(value))[:5]
        assert numbers(repr(found)) == pytest.approx(expected, abs=0.006)
    assert f"logit of queen less dog: {shares.total:+.2f}" in repr(shares)
    assert repr(run.lens(" queen")) == "rank of queen by layer: 1611 761 587 230 10 1 1"
    assert repr(run.diff(story.ablate((3, 2)).run(TEXT))).startswith("queen -3")


def run_sweep(story, run, other, word):
    return np.asarray(story.sweep(run, other.trace.text, "values", word) - other.logit(word)).ravel()


def test_what_is_computed_of_an_array_is_an_array_like_any_other(story) -> None:
    found = story.run(TEXT).lens(" queen")
    assert repr(found + 1) == repr(np.asarray(found) + 1) and repr(found[:2]) == repr(np.asarray(found)[:2])
    assert found.tolist() == [1611, 761, 587, 230, 10, 1, 1]


def test_a_view_says_the_reason_that_its_page_prints() -> None:
    (said,) = hl.view("start", text="She put the key in the").says
    assert said.startswith("“lock”, 56%: layer 5, head 1 brought it from “key”. Hide that word: 1%.")
