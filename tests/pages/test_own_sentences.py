"""What a view opens on for a sentence that a reader typed: what makes its point, until something is chosen."""

import pytest

from headlight import view
from headlight.pages.embeddings.contexts import MORE
from headlight.parts.tokens import telling
from headlight.reading import reader
from tests.draw import draw
from transformer import load
from transformer.readings.attribution import attribution
from transformer.readings.deciding import deciding

OWN = "The old king gave his crown to the"


@pytest.fixture(scope="module")
def model():
    return load("story")


def test_views_of_one_word_open_on_the_rarest():
    assert draw("embeddings", text=OWN).payload("embedding_rows")["strips"][0] == "row of “crown”"
    assert draw("word_vectors", text=OWN).titles[1] == "Nearest to “crown”"
    assert draw("tokens", text=OWN).titles[0] == "How “crown” was put together"
    assert draw("embeddings", text=OWN, token=2).payload("embedding_rows")["strips"][0] == "row of “king”", "a choice"


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
    decides = deciding(model, model.trace(OWN)).head
    drawn = draw("heads", text=OWN)
    assert drawn.titles[0] == f"The 6 heads of layer {decides.layer + 1}" == "The 6 heads of layer 4"
    assert draw("heads", text=OWN, silenced="4.3").titles[0] == drawn.titles[0], "though it is switched off"
    assert draw("heads", text=OWN, layer=6).titles[0] == "The 6 heads of layer 6", "a choice"


def test_the_life_of_a_head_opens_on_the_one_that_decides_and_says_so(model):
    assert deciding(model, model.trace(OWN)).decides
    assert draw("life", text=OWN).titles[1] == "Layer 4, head 3 decides “queen” here"
    assert draw("life", text=OWN, layer=3, head=1).titles[1] == "Layer 3, head 1", "a choice"
    vague = "The doctor told the nurse that she"
    found = deciding(model, model.trace(vague))
    assert not found.decides and draw("life", text=vague).titles[1] == f"L{found.head.title[1:]}"


def test_real_models_rest_on_the_first_token_and_the_look_that_brings_most_is_at_another():
    real, looks = reader.opened("SmolLM2"), draw("real", text=OWN, model="SmolLM2").payload("hero")
    shares = attribution(real, real.trace(OWN), " queen").looks[24 - 1, 5 - 1]
    assert looks["about"] == "Layer 24, head 5." and looks["following"][0][0] == "queen"
    row = real.trace(OWN).layers[24 - 1].pattern[5 - 1, -1]
    assert looks["sink"] and row.argmax() == 0
    assert shares.argmax() == 1 + row[1:].argmax() == OWN.split().index("king")
    says = view("real", text=OWN, model="SmolLM2").says
    assert "the gives 0.33 of its attention to king." in says, "Python says it as the page does"
    assert not draw("attention", text=OWN).payload("hero")["sink"], "no head of the bundled model is named for it"


@pytest.mark.parametrize(
    ("text", "says"), [("She saw a bear and a guitar", "bear"), ("She baked and Ben ate", "baked"), ("a 7 🐻 !!", "a")]
)
def test_the_word_that_says_most_is_learned_last_and_has_letters(model, text, says):
    words = text.split()
    assert words[telling([model.tokenizer.encode(word) for word in words])] == says
