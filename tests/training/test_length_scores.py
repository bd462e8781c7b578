"""Quality by length: rows of sentences keep every word, and losses are those of the traces, end marks left out."""

from tests.transformer.bundled.test_translator import make_translator, two_languages  # noqa: F401
from training import length_scores
from training.length_scores import IN_A_ROW, N_SHORT, in_rows

PAIRS = [
    ("The red car", "La voiture rouge"),
    ("The bears sleep.", "Les ours dorment."),
    ("car", "La voiture est rapide."),
    ("The car sleeps.", "La voiture dort."),
]


def test_rows_hold_the_same_sentences_in_the_same_order() -> None:
    assert in_rows(PAIRS, 1) == PAIRS
    for count in (2, 4):
        rows = in_rows(PAIRS, count)
        assert len(rows) == len(PAIRS) // count
        for side in (0, 1):
            assert " ".join(row[side] for row in rows) == " ".join(pair[side] for pair in PAIRS)
    assert all(N_SHORT % count == 0 for count in IN_A_ROW)


def test_sentences_are_told_apart_by_their_words(make_translator, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(length_scores, "BUCKETS", ((1, 2), (3, 5)))
    one, more = length_scores.by_words(make_translator("additive"), [*PAIRS, ("car", "La voiture")], {"car"})
    assert (one["near"], more["near"]) == (1, 0)
    assert (one["least"], one["most"], one["sentences"], one["words"]) == (1, 1, 1, 1.0)
    assert (more["least"], more["most"], more["sentences"], more["words"]) == (3, 3, 3, 3.0)
