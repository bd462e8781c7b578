"""What stands almost word for word in training is found, counted for each test set, and told beside its scores."""

import pytest

from headlight.reading import assets
from tests.test_readme import PLAIN, TRANSLATORS, measured
from tests.test_translate import measured as of_translator
from training.card import text_of
from training.held_out import easy, in_registers
from training.near_duplicates import counts, nearness, runs

TRAINED = ("I am tired.", "She doesn't like the red car!", "Where is Tom's dog?")


@pytest.mark.parametrize(
    ("sentence", "apart"),
    [
        ("I'm tired", 0),
        ("She does not like the red car.", 0),
        ("I was tired.", 1),
        ("I am very tired.", 1),
        ("I am.", 1),
        ("She does not like a red bus.", None),
        ("Where's Tom's dog?", 0),
        ("Where is Tom's cat now?", None),
        ("Where is Tom is dog?", None),  # a possessive is no contraction
    ],
)
def test_a_sentence_is_near_one_with_the_same_words_or_one_word_replaced_added_or_left_out(sentence, apart) -> None:
    assert nearness([sentence], TRAINED).get(sentence) == apart


def test_runs_are_all_words_in_a_row_of_a_length() -> None:
    assert runs("One, two; three. Four", 3) == {("one", "two", "three"), ("two", "three", "four")}


def test_the_counts_are_of_the_test_sets_as_they_are() -> None:
    of_translators, of_held_out = counts()["translators"], counts()["held_out"]
    for name in TRANSLATORS:
        scores, lengths = of_translator(name, "scores.json"), of_translator(name, "lengths.json")
        assert scores["near_duplicates"] == of_translators["near"]
        assert scores["sentences"] == of_translators["sentences"]
        for of in ("", "_apart", "_near"):
            for beams in (1, 4):
                low, high = scores[f"bleu_beam_{beams}{of}_interval"]
                assert low < scores[f"bleu_beam_{beams}{of}"] < high
        assert lengths["by_words"][-1]["near"] == 0
    for name, sentences in (("sentences_in_registers", in_registers()), ("easy_sentences", easy())):
        assert of_held_out[name] == {"sentences": len(sentences), "near": of_held_out[name]["near"], "shared_runs": []}


def test_the_readme_and_the_cards_tell_them() -> None:
    of_translators, tatoeba = counts()["translators"], counts()["story"]["tatoeba"]
    share = f"{tatoeba['near'] / tatoeba['sentences']:.0%}"
    assert f"{of_translators['near']} of these are one word or less from a sentence in training" in PLAIN
    assert f"{share} of the Tatoeba sentences are one word or less from a sentence in training" in PLAIN
    assert f"{share} are one word or less" in text_of("story")
    widest = 0.0
    for name in TRANSLATORS:
        scores = measured(name, "scores.json")
        for beams in (1, 4):
            low, high = scores[f"bleu_beam_{beams}_interval"]
            bleu = scores[f"bleu_beam_{beams}"]
            widest = max(widest, high - bleu, bleu - low)
        assert f"but {of_translators['near']} are **near duplicates**" in text_of(name)
    rates = 0.0
    for name in TRANSLATORS[:-1]:
        best = min(measured(name, "alignment.json")["heads"], key=lambda head: head["writing"])
        low, high = best["writing_interval"]
        rates = max(rates, high - best["writing"], best["writing"] - low)
        assert f"| {best['writing']:.2f} ({low:.2f} to {high:.2f}) |" in text_of(name)
    of_main = measured(TRANSLATORS[0], "alignment.json")
    lesson = (assets.FOLDER / "lessons/translate.md").read_text("utf-8")
    assert f"come from {of_main['pairs']} pairs with {of_main['sure_links']} sure links by people" in lesson
    assert f"{of_translators['aligned_near']} of these pairs are one word or less from a pair in training" in lesson
    assert f"Links at the same relative position have {of_main['diagonal']:.2f}." in lesson
    within = f"Each BLEU is within {widest:.1f}, and each error rate within {rates:.2f}, in 95 of 100 draws"
    assert f"{within} of the sentences" in PLAIN
