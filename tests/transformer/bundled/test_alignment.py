"""The alignment error rate by hand, and what is read from a measured file."""

import numpy as np
import pytest

from transformer.bundled.alignment import HeadAlignment, MeasuredAlignment, error_rate, hard_links


def test_each_target_word_links_to_its_largest_weight():
    pattern = np.array([[0.1, 0.7, 0.2], [0.6, 0.3, 0.1]])
    assert hard_links(pattern) == {(1, 0), (0, 1)}


def test_the_rate_worked_out_by_hand():
    sure, possible = frozenset({(0, 0), (1, 2)}), frozenset({(0, 0), (1, 2), (2, 1)})
    found = frozenset({(0, 0), (2, 1), (3, 2)})
    # one sure and two possible links among three found; two are sure: 1 - (1 + 2) / (3 + 2)
    assert error_rate([found], [sure], [possible]) == pytest.approx(0.4)
    assert error_rate([sure], [sure], [possible]) == 0
    assert error_rate([possible], [sure], [possible]) == 0
    assert error_rate([frozenset({(3, 3)})], [sure], [possible]) == 1


def test_sentences_count_by_their_links():
    short, long = frozenset({(0, 0)}), frozenset({(0, 0), (1, 1), (2, 2)})
    assert error_rate([frozenset({(5, 5)}), long], [short, long], [short, long]) == pytest.approx(1 - 6 / 8)


def test_the_best_head_is_a_single_one():
    names = ("layer", "head", "writing", "writing_interval", "reading", "entropy", "end_mark")
    rows = (
        (0, 0, 0.5, [0.4, 0.6], 0.2, 1.0, 0.1),
        (1, 2, 0.3, [0.2, 0.4], 0.6, 0.5, 0.3),
        (1, None, 0.2, [0.1, 0.3], 0.6, 0.5, 0.3),
    )
    heads = [dict(zip(names, row, strict=True)) for row in rows]
    measured = MeasuredAlignment({"heads": heads})
    assert measured.best == (1, 2)
    assert measured.of(1, None) == HeadAlignment(1, None, 0.2, (0.1, 0.3), 0.6, 0.5, 0.3)
    assert measured.of(2, 0) is None
    assert MeasuredAlignment({}).best == (0, 0)
