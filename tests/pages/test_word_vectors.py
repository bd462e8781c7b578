"""Word vectors: windows and sums show the real numbers, and are calm with any text and sum."""

import numpy as np
import pytest

from headlight.pages.embeddings import word_sums
from headlight.reading.reader import CannotShow
from tests.draw import Drawing, draw
from tests.drawn import plain
from tests.pages.screen import opened, payload
from transformer import load_words

RIVER = "the river bank is steep"


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


def bars(view: Drawing, key: str) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in view.payload(key)["bars"]}


def test_cbow_guesses_the_word_in_the_middle_and_says_its_rank(vectors):
    view = draw("embeddings", deeper=True, text=RIVER, centre=2, method="CBOW")
    around = [vectors.vectors[vectors.words.index(word)] for word in ("the", "river", "is", "steep")]
    order = np.argsort(-(vectors.contexts @ np.mean(around, axis=0)))
    rank = 1 + order.tolist().index(vectors.words.index("bank"))
    assert f"The word that is really there, bank, is guess no. {rank:,} of" in view.says("window_examples")
    assert 0 < sum(bars(view, "window_examples").values()) <= 1


def test_the_rank_with_the_words_of_the_sum_left_out_stands_first(vectors):
    king, man, woman = (vectors.units[vectors.row_of(word)].astype(float) for word in ("king", "man", "woman"))
    scores = vectors.units @ (king - man + woman)
    order = [vectors.words[place] for place in np.argsort(-scores)]
    others = [word for word in order if word not in ("king", "man", "woman")]
    without, with_them = others.index("girl") + 1, order.index("girl") + 1
    assert without < with_them
    assert plain(word_sums.ranks(vectors, word_sums.Analogy("king", "man", "woman", "girl"))).startswith(
        f"girl is no. {without:,} of {len(order):,} when the three words are left out, and no. {with_them:,} with all"
    )


def test_the_sum_is_in_the_address_and_one_of_those_to_try_is_taken_with_one_click(vectors):
    view = draw("word_sums", first="Paris", minus="france", plus="england", expected="London")
    expected = [word for word, _ in vectors.analogy("paris", "france", "england", 8)]
    assert list(bars(view, "analogy_answers")) == expected
    assert "London is no. " in view.says("analogy_answers")
    page = opened("word_sums")
    page.session_state["sums"] = True  # its box is open
    page.run().button(key="sums_1").click().run()
    assert [bar["label"] for bar in payload(page, "analogy_answers")["bars"]] == expected
    assert not page.session_state["sums"]


@pytest.mark.parametrize("words", [("king", "king", "king", "king"), ("king", "man", "man", "king")])
def test_sums_that_are_none_are_met_calmly(words):
    view = draw("word_sums", **dict(zip(("first", "minus", "plus", "expected"), words, strict=True)))
    assert np.isfinite(view.numbers("parallelogram")).all()
    assert "with all words allowed" in view.says("analogy_answers")


@pytest.mark.parametrize("word", ["zyzzyva", "two words", "<img src=x>", r"$\alpha\beta$", "🐻"])
def test_a_box_without_a_listed_word_is_a_calm_sentence(word):
    with pytest.raises(CannotShow, match="no single word of the list"):
        draw("word_sums", minus=word)
