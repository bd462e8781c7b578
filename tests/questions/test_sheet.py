"""The worksheet: its numbers are the model's, its tasks have one solution, and what is typed stays plain text."""

import html
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from headlight.questions.questions import bundled
from headlight.questions.sheet import MOST, Unfit, hundredths, sheet, tasks
from headlight.reading.reader import EXAMPLE
from tests.readings_of_stories import likeliest
from transformer import Intervention, LanguageModel
from transformer.edits import Edit

TEXTS = (EXAMPLE, "The frog likes flies, and the", "Once upon a", "Lily went to the park with")


@pytest.mark.parametrize("text", TEXTS)
def test_its_numbers_are_those_of_the_model(model: LanguageModel, text: str) -> None:
    of, trace = tasks(text), model.trace(text)
    layer, (largest, second) = trace.layers[of.head.layer], of.missing
    row = layer.pattern[of.head.head, -1].astype(float)
    assert row.argmax() == largest != second and sum(of.row) == 100
    assert np.abs(np.array(of.row) - 100 * row).max() < 1
    four = slice(of.first, of.first + 4)
    assert of.query == pytest.approx(layer.queries[of.head.head, -1][four], abs=0.051)
    assert of.key == pytest.approx(layer.keys[of.head.head, largest][four], abs=0.051)
    assert of.score == pytest.approx(sum(q * k for q, k in zip(of.query, of.key, strict=True)) / 2)
    assert 0.3 < abs(of.score) < 3  # so e to it is a number to write down
    assert of.before == (likeliest(model, trace)[0], trace.probabilities[-1].max())
    without = np.where(np.arange(len(row)) == largest, 0, row)
    edit = Edit("pattern", of.head.layer, without / without.sum(), head=of.head.head, position=trace.last)
    cut = model.trace(text, Intervention(edits=(edit,)))
    assert of.after[0] == likeliest(model, cut)[0]
    assert of.after[1] == pytest.approx(cut.probabilities[-1].max(), rel=1e-4)
    assert {of.before[0], of.after[0]} <= {*of.choices} and len({*of.choices}) == 3
    assert [*of.choices] == sorted(of.choices, key=str.lower), "the order tells nothing"


@given(some.lists(some.floats(0, 1), min_size=1, max_size=20).filter(lambda row: sum(row) > 0.01))
def test_hundredths_sum_to_a_hundred(numbers: list[float]) -> None:
    row = np.array(numbers) / sum(numbers)
    rounded = hundredths(row)
    assert sum(rounded) == 100 and np.abs(np.array(rounded) - 100 * row).max() < 1 + 1e-6


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_front_asks_and_the_key_answers(paper: str) -> None:
    page, of = sheet(EXAMPLE, paper, "https://school.example"), tasks(EXAMPLE)  # type: ignore[arg-type]
    front, key, tickets = page.split("<section")[1:]
    shown = [float(number) for number in re.findall(r"<td>(\d\.\d\d)</td>", front)]
    known, missing = (of.row[position] / 100 for position in reversed(of.missing))
    assert front.count('class="gap"') == 2 and f"weights is {known:.2f}." in front
    assert sum(shown) + known + missing == pytest.approx(1)
    assert f"{math.exp(of.score):.2f}" in key and f"{math.exp(of.score):.2f}" not in front
    assert html.unescape(key).count("https://school.example/?at=attention&text=The+girl") == 2
    letters = re.findall(r"\d ([A-D])", re.findall(r"Exit ticket: ([^.]*)", key)[0])
    asked = bundled().chosen(["later-word", "layer-off", "evidence"]).items
    assert [question.options["ABCD".index(letter)].right for question, letter in zip(asked, letters, strict=True)] == [
        *[True] * 3
    ]
    assert all(tickets.count(html.escape(question.short)) == 2 for question in asked)
    assert f"size: {paper}" in page
    addresses = re.findall(r'(?:src|href)="(?!data:)([^"]*)"', page)
    assert all(address.startswith("https://school.example/") for address in addresses)


def test_what_is_typed_stays_plain_text() -> None:
    page = sheet("<b>$paper &amp; <i>")
    assert "<b>" not in page and "&lt;" in page


@pytest.mark.parametrize("text", ["", "  ", "a b", "word " * (MOST + 1), "x" * 5000])
def test_a_sentence_that_does_not_fit_is_refused_with_what_to_do(text: str) -> None:
    with pytest.raises(Unfit, match=f"room for 3 to {MOST} tokens.*type another"):
        sheet(text)
