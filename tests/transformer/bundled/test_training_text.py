"""The training text: the longest end of a text in it, what followed, and where, held to a definition written out."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import headlight as hl
from transformer import load
from transformer.bundled.folders import MODELS
from transformer.bundled.training_text import NOTICE, TrainingText, training_text

END = 9
ids = st.lists(st.integers(0, 3), min_size=1, max_size=7)
documents = st.lists(st.lists(st.integers(0, 3), max_size=9), min_size=1, max_size=6)


def of(texts: list[list[int]]) -> TrainingText:
    tokens = np.array([id for text in texts for id in [*text, END]], np.uint16)
    half = len(texts[0]) + 1
    return TrainingText.of(tokens, {"first": half, "others": len(tokens) - half}, END)


@given(documents, ids, st.integers(1, 3))
def test_the_longest_end_is_found_at_all_its_places_and_what_followed_is_counted(
    texts: list[list[int]], asked: list[int], least: int
) -> None:
    text = of(texts)
    row = text.tokens.tolist()
    ends = {
        length: [at for at in range(length - 1, len(row)) if row[at - length + 1 : at + 1] == asked[-length:]]
        for length in range(1, len(asked) + 1)
    }
    length = max((length for length, places in ends.items() if len(places) >= least), default=0)
    places, found = text.ends_with(asked, least)
    assert (found, sorted(places.tolist())) == (length, ends.get(length, []))
    followed = Counter(row[place + 1] for place in places if place + 1 < len(row))
    assert text.followed(places) == dict(followed)
    counts = list(text.followed(places).values())
    assert counts == sorted(counts, reverse=True)


def test_a_place_is_read_within_its_document_and_belongs_to_its_source() -> None:
    text = of([[1, 2, 3], [0, 1, 2], [2, 2]])
    places, length = text.ends_with([1, 2])
    assert length == 2 and sorted(places.tolist()) == [1, 6]
    assert [text.around(place, 2) for place in (1, 6)] == [([], [3]), ([0], [])]
    assert [text.source(place) for place in (0, 3, 4, 10)] == ["first", "first", "others", "others"]
    assert text.around(1, 1, tokens=1) == ([1], [3])


def test_the_bundled_text_is_what_the_model_was_trained_on_and_names_its_licences() -> None:
    model = load("story")
    text = training_text("story", model.tokenizer.end_id)
    assert text is not None and text is training_text("story", model.tokenizer.end_id), "it is read once"
    assert len(text.tokens) == 10_924_025 and text.tokens.max() < model.config.vocab_size
    notice = (MODELS / "story" / NOTICE).read_text("utf-8")
    for licence in ("CDLA-Sharing-1.0", "CC BY 2.0 FR", "CC BY 4.0", "CC0-1.0", "Apache-2.0"):
        assert licence in notice


def test_a_run_says_what_was_read_and_what_never_was() -> None:
    model = hl.open("story")
    assert model.has_read("Nobody saw Rafael leave, but we heard Rafael close the door.") == 1
    assert model.has_read("The king and the") == 16 and model.has_read("The purple robot ate my") == 0
    read = model.run("I love my little dog and I love my big").read()
    assert (read.end, read.times) == ("my big", 17) and "dog" not in {token.strip() for token, _ in read.followed}
    assert len(read.places) == 5 and {len(place.before.split()) for place in read.places} <= set(range(9))
    again = [model.has_read(f"my big {place.after.split()[0]}") for place in read.places if place.after]
    assert again and min(again) >= 1, "each place stands in the text"
    assert repr(read).startswith("<read 17 times: 'my big', then ")


def test_a_model_without_its_text_says_so() -> None:
    with pytest.raises(ValueError, match="Nobody can say what twin-none has read"):
        hl.open("twin-none").run("bear country").read()
