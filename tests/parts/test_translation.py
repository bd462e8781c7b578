"""What the pages of translation say: remarks on strange texts, the turn of the word order, pieces merged to words."""

import numpy as np
import pytest

from headlight.pages.translate import cross, translation_remarks
from headlight.pages.translate import cross_heads as cross_layers
from headlight.pages.translate.cross import CrossHead as Head
from headlight.parts import translators
from headlight.pictures import Screen


@pytest.mark.parametrize("english", [english for english, _, _ in translators.EXAMPLES])
def test_the_examples_are_translated_as_they_are_told(english: str) -> None:
    told = {english: french for english, french, _ in translators.EXAMPLES}
    assert translators.translated("translate", english, 1).text == told[english]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12345", "no words"),
        ("Колобок ест траву", "several tokens"),
        ("the old man told the little girl a long story about a bear " * 5, "at most 40"),
        ("The red car", "Without a full stop"),
        ("bear " * 200, "are left out"),
        ("bear " * 40, "began to repeat"),
    ],
)
def test_a_strange_text_is_remarked_upon(text: str, said: str) -> None:
    board = Screen()
    remarks = translation_remarks.remarks(translators.translated("translate", text, 1, board=board))
    assert said in " ".join([*board.told, *remarks])


def test_a_plain_sentence_needs_no_remark() -> None:
    result = translators.translated("translate", "How old are you?", 1)
    assert translation_remarks.remarks(result) == []
    mean = np.log(translation_remarks.sureness(result))
    np.testing.assert_allclose(mean, -result.trace.losses.mean(), atol=1e-4)


@pytest.mark.parametrize(
    ("links", "rows"),
    [
        ({0: 0, 1: 2, 2: 1, 3: 3}, [1, 2]),
        ({0: 0, 1: 3, 2: 2, 3: 1, 4: 5, 5: 4}, [1, 2, 3]),
        ({0: 0, 1: 1, 2: 2}, [0]),
        ({1: 2, 3: 1, 4: 1}, [1, 3]),  # a row between that links nothing clearly
        ({}, []),
    ],
)
def test_the_longest_turn_is_found(links: dict[int, int], rows: list[int]) -> None:
    assert cross.turned(links) == rows


@pytest.mark.parametrize(("weight", "told"), [(0.55, True), (0.45, False)])
def test_only_links_of_half_a_word_s_weight_tell_of_a_turn(weight: float, told: bool) -> None:
    weights = np.array([[0.2, weight, 0.8 - weight], [weight, 0.2, 0.8 - weight], [0, 0, 1]])
    names, tokens = ["green", "river"], [(0,), (1,), (2,)]
    shown = cross.Shown(weights, [*names, cross.END], [*names, cross.END], tokens, tokens, frozenset(), frozenset(), "")
    assert bool(cross.reversed_sentence(shown)) == told


def test_pieces_merge_to_the_words_on_screen() -> None:
    trace = translators.translated("translate", "The prejudiced jurisprudence was obfuscated.", 1).trace
    for chosen in (Head(1, 3), Head(2, None)):
        pieces, words = (cross.shown(trace, chosen, labels) for labels in ("tokens", "words"))
        merged = [
            [pieces.weights[np.ix_(rows, columns)].sum(1).mean() for columns in words.source_tokens]
            for rows in words.target_tokens
        ]
        assert len(pieces.source) > len(words.source)
        np.testing.assert_allclose(words.weights, merged, atol=1e-6)
        np.testing.assert_allclose(words.weights.sum(1), 1, atol=1e-5)


def test_the_best_head_has_the_least_error_rate() -> None:
    translator = translators.main()
    rates = cross_layers.error_rates(translator)
    assert rates.shape == (translator.config.n_layers, translator.config.n_heads + 1)
    assert rates[translator.alignment.best] == rates[:, :-1].min()
