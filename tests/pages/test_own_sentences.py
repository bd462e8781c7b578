"""What a view opens on for a sentence that a reader typed: what makes its point, until something is chosen."""

import re

import pytest

from headlight import view
from headlight.pages.embeddings.contexts import MORE
from headlight.parts.tokens import telling
from headlight.reading import reader
from tests.draw import draw
from training.why import beginnings
from transformer import load
from transformer.readings.why import source

OWN = "The old king gave his crown to the"


@pytest.fixture(scope="module")
def model():
    return load("story")


def test_the_word_that_says_most_is_in_the_sentences_that_it_is_compared_in_and_that_is_said():
    drawn = draw("contextual", text=OWN, deeper=True)
    shown = [" ".join(chip["text"] for chip in drawn.payload(f"chips_{number}")["tokens"]) for number in (1, 2, 3)]
    assert shown == [OWN, "The crown ate the honey", "She cannot crown the pain"]
    assert drawn.notes[0] == "Grey sentences are made for “crown”: type your own."
    cosines = drawn.numbers("drift").reshape(3, -1)
    assert cosines[:, 0] == pytest.approx(1, abs=1e-6) and cosines[:, -1].max() < 0.6
    assert not draw("contextual").notes, "the opening sentences are no suggestion"
    second = {
        text: MORE[0].looks(draw("contextual", text=OWN, text_2=text).state)["placeholder"] for text in (None, "")
    }
    assert second == {None: "The crown ate the honey", "": "A second sentence with the same word"}
    king = draw("contextual", text=OWN, same_word="king")
    assert king.payload("chips_3")["tokens"][2]["text"] == "king"
    for other in ("The bear ate the honey", "The crown"):
        typed = draw("contextual", text=OWN, text_2=other, text_3="")
        assert ("not in the second sentence" in " ".join(typed.notes)) == ("crown" not in other), (
            "“the” says too little"
        )


def test_heads_side_by_side_are_those_of_the_layer_that_has_the_deciding_one(model):
    decides = source(model, model.trace(OWN)).head
    drawn = draw("heads", text=OWN)
    assert drawn.titles[0] == f"The 6 heads of layer {decides.layer + 1}" == "The 6 heads of layer 4"
    assert draw("heads", text=OWN, silenced="4.3").titles[0] == drawn.titles[0], "though it is switched off"
    assert draw("heads", text=OWN, layer=6).titles[0] == "The 6 heads of layer 6", "a choice"


def test_the_life_of_a_head_says_that_it_brings_the_next_word_where_start_says_so():
    assert draw("life", text=OWN).titles[0] == "Layer 4, head 3 brings “queen” here"
    assert draw("life", text=OWN, layer=3, head=1).titles[0] == "Layer 3, head 1", "a choice"
    for text in [*beginnings(4, seed=4), "Thank you very", "He washed the apple before he ate the"]:
        says = "".join(piece for piece, _ in draw("start", text=text).payload("looks")["why"])
        title = draw("life", text=text).titles[0]
        named = re.match(r"“(.*)”, [^:]*: (layer \d, head \d) (brought it from|needs)", says)
        assert (" brings “" in title) == bool(named), text
        assert not named or title == f"{named[2].capitalize()} brings “{named[1]}” here"


def test_of_a_real_model_the_named_word_is_the_one_that_its_next_word_needs():
    text = "When Mary and John went to the store, John gave a drink to"
    real, looks = reader.opened("SmolLM2"), draw("real", text=text, model="SmolLM2").payload("hero")
    found = reader.source(real, text)
    assert looks["head"] == list(found.head) and looks["following"][0][0] == "Mary"
    row = real.trace(text).layers[found.head.layer].pattern[found.head.head, -1]
    assert looks["sink"] and row[1:].argmax() + 1 in found.words[found.word].tokens
    says = view("real", text=text, model="SmolLM2").says
    assert "to gives 32% of its attention to Mary." in says, "Python says it as the page does"
    assert not draw("attention", text=OWN).payload("hero")["sink"], "no head of the bundled model is named for it"


@pytest.mark.parametrize(
    ("text", "says"), [("She saw a bear and a guitar", "bear"), ("She baked and Ben ate", "baked"), ("a 7 🐻 !!", "a")]
)
def test_the_word_that_says_most_is_learned_last_and_has_letters(model, text, says):
    words = text.split()
    assert words[telling([model.tokenizer.encode(word) for word in words])] == says
