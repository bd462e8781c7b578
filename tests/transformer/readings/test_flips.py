"""One word that flips the answer: what each substitute brings is what a whole pass over the changed text says."""

import numpy as np
import pytest

import headlight as hl
from transformer import Intervention, load
from transformer.edits import silence
from transformer.readings.flips import flips

TEXTS = "I love my little dog and I love my big", "The king and the", "Gravity, she said"


@pytest.mark.parametrize("text", TEXTS)
def test_each_substitute_is_one_token_and_brings_what_a_whole_pass_over_its_text_says(text: str) -> None:
    model = load("story")
    trace = model.trace(text)
    before = int(trace.next_logits.argmax())
    places = flips(model, trace)
    assert places and [place.position for place in places] == sorted({place.position for place in places})
    for place in places:
        assert 0 < len(place.substitutes) <= 12
        for each in (place.substitutes[0], place.substitutes[-1]):
            again = model.trace(each.text)
            differs = [a.id != b.id for a, b in zip(again.tokens, trace.tokens, strict=True)]
            assert np.flatnonzero(differs).tolist() == [place.position]
            chances = again.probabilities[-1]
            assert each.next == int(chances.argmax()) and each.probability == pytest.approx(chances.max(), abs=1e-5)
            assert each.kept == pytest.approx(chances[before], abs=1e-5)
        assert place.flips == tuple(each for each in place.substitutes if each.next != before)
        assert place.ease == len(place.flips) / len(place.substitutes)


def test_pieces_of_a_word_and_signs_have_no_substitute_and_no_ending_is_put_on() -> None:
    model = load("story")
    trace = model.trace("The bears of Scandinavia, dog")
    places = flips(model, trace)
    assert [trace.words[place.position] for place in places] == ["The", "bears", "of", "dog"]
    assert not {"dogs", "doggy"} & {each.word for each in places[-1].substitutes}


def test_a_changed_pass_and_a_slow_model_are_refused() -> None:
    model = load("story")
    with pytest.raises(ValueError, match="one word that flips the answer"):
        flips(model, model.trace("bear country", Intervention(edits=(silence((0, 1)),))))
    assert hl.open("story").run(TEXTS[0]).flips()[4].flips[0].word == "cat"


def test_of_the_last_layer_the_last_row_alone_is_computed() -> None:
    model, rows = load("story"), list[int]()
    trace = model.trace(TEXTS[0])
    last = model.transformer.block(trace.plan.n_layers - 1)
    listened = last.mlp_in.register_forward_hook(lambda _module, read, _hidden: rows.append(read[0].shape[-2]))
    try:
        places = flips(model, trace)
    finally:
        listened.remove()
    assert rows == [1] * len(places)
