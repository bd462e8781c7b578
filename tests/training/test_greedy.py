"""Many sentences translated at once come out as each does by itself."""

import pytest

from tests.transformer.bundled.test_translator import make_translator, two_languages  # noqa: F401
from training.greedy import translate_all

SENTENCES = (
    "The red car",
    "The bears sleep.",
    "car",
    "red red red",
    "The car sleeps.",
    "bears",
    "The red car is fast.",
)


@pytest.mark.parametrize("kind", ["transformer", "additive", "dot", "none"])
def test_side_by_side_as_one_by_one(make_translator, kind, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr("training.greedy.ROWS", 2)
    translator = make_translator(kind)
    expected = {english: translator.translate(english, beams=1).text for english in SENTENCES}
    assert translate_all(translator, SENTENCES) == expected
    assert len(set(expected.values())) > 1


def test_a_sentence_that_does_not_fit_is_refused(make_translator) -> None:  # noqa: F811
    with pytest.raises(ValueError, match="reads 23 tokens"):
        translate_all(make_translator("none"), ["car " * 60])
