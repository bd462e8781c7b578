"""Views that show a real model where the reader has chosen one, and what the others say then."""

import numpy as np
import pytest

from headlight.app import models
from headlight.app.code import snippets_of, text_of
from headlight.pages.heads import heads
from headlight.parts import dials, words
from headlight.reading import reader, real_models
from headlight.reading.cache import LastTexts
from headlight.state.registry import find, views
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.draw import Drawing, draw
from tests.pages.following import TEXT, followed, rms, said_of_models
from tests.pages.screen import boards, numbers, opened, parts, payload
from tests.real_models import D_HEAD, HEADS, LAYERS, NAME
from tests.sampled import sampled
from transformer import open_folder
from transformer.head import Head
from transformer.readings.lens import direct_path
from transformer.readings.why import why

# But for the view of what was collected of each head beforehand.
FOLLOWING = [
    name for name, view in views().items() if view.needs is not None and view.bundled and "lives" not in view.needs
]


@pytest.fixture(autouse=True)
def _each_text_is_read_from_its_beginning(monkeypatch) -> None:
    """Going on from another text's pass gives other last digits."""
    monkeypatch.setattr(reader, "_PASSES", LastTexts(1))


def test_every_view_of_a_model_follows_or_says_why_it_shows_the_bundled_one() -> None:
    of_a_model = {name: view for name, view in views().items() if view.draw and view.box and view.box.key == "text"}
    of_others = {"position_twins", "growing_up"}  # named in them
    assert of_others | {*FOLLOWING} <= of_a_model.keys()
    for name in of_a_model.keys() - of_others:
        view = of_a_model[name]
        assert (view.needs is None) == (view.alone is not None), name


@pytest.mark.parametrize("view", [view for view in FOLLOWING if view != "tokens"])  # which compares pieces with it
def test_no_number_of_a_view_that_follows_is_of_the_bundled_model(view: str, monkeypatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the bundled model was asked")

    monkeypatch.setattr(reader, "loaded", asked)
    state = State.of(find(view), text=TEXT, model=NAME, arithmetic=True)
    assert Drawing(state, deeper=state.view.arithmetic is not None).keys


def choosers(page) -> list:
    return [each for each in parts(page, "menu")["pages"]["data"]["choices"] if each["key"] == "model"]


def test_the_chooser_stands_in_the_menu_of_views_that_follow_and_nowhere_else(monkeypatch) -> None:
    page = opened("attention", text=TEXT)
    (chooser,) = choosers(page)
    assert (chooser["label"], chooser["at"]) == ("Model", "story")
    assert chooser["options"] == ["story", *real_models.REAL_MODELS]
    assert said_of_models(page) == []
    assert not choosers(opened("by_hand", text=TEXT))
    monkeypatch.setattr(models, "REAL_MODELS", {})
    assert not choosers(opened("attention", text=TEXT))


def test_who_cannot_follow_says_so_once_and_shows_the_bundled_model() -> None:
    page = opened("by_hand", text=TEXT, model=NAME)
    assert said_of_models(page) == ["These pictures are of story: every step of it is written down for this one."]
    page = opened("contextual", text=TEXT, model=NAME)
    assert said_of_models(page) == ["These pictures are of story: this view shows no other model."]
    assert boards(page)["contextual_board"]["model"] == "story"
    assert said_of_models(opened("look_up", model=NAME)) == []


@pytest.mark.parametrize("view", FOLLOWING[::4])
def test_a_view_that_follows_says_whose_numbers_these_are_and_so_does_what_is_saved(view: str) -> None:
    page = followed(view)
    assert said_of_models(page) == [
        f"These pictures are of {NAME}, {LAYERS} layers of {HEADS} heads. Numbers in the text were measured on story."
    ]
    assert {header["model"] for header in boards(page).values() if header["text"]} == {NAME}


@pytest.mark.parametrize("view", sampled(FOLLOWING, FOLLOWING[::3]))
def test_awkward_text_is_met_calmly(view: str) -> None:
    """Each view meets every third of the texts, beginning with another one; with the bundled model it meets all."""
    for text in AWKWARD[FOLLOWING.index(view) % 3 :: 3]:
        draw(view, text=text, model=NAME, arithmetic=True, deeper=find(view).arithmetic is not None)


@pytest.mark.parametrize("view", FOLLOWING)
def test_a_long_text_is_cut_and_that_is_said(view: str) -> None:
    assert any(
        said.startswith("The pictures of this model show 48 tokens at a time: the last 51 tokens")
        for said in draw(view, text=("bear " * 20).strip(), model=NAME).notes
    )


def test_a_value_is_read_through_a_norm_that_takes_no_mean_off(model, trace) -> None:
    page = followed("attention", layer="7", head="1", query="4", key_position="2")
    _, by, *_ = payload(page, "value_words")["columns"]
    rows = model.transformer.block(6).attention.output.weight.detach().numpy()[:, :D_HEAD].T
    written = trace.layers[6].pattern[0, 4, 2] * (trace.layers[6].values[0, 2] @ rows)
    stream = trace.layers[6].residual_out[4]
    pushes = trace.unembedding @ (written / np.sqrt((stream**2).mean() + 1e-5))
    assert by["cells"][0][0] == f"{(pushes - pushes.mean()).max():+.3f}"
    lifted = trace.unembedding @ ((written + 1) / np.sqrt((stream**2).mean() + 1e-5))
    found = direct_path(model.transformer, trace, 4, written + 1)
    np.testing.assert_allclose(found, lifted - lifted.mean(), atol=1e-4)


def test_a_head_that_was_pinned_of_the_bundled_model_stands_beside_the_one_that_is_chosen(trace) -> None:
    page = opened("attention", text=TEXT, pinned_picture="attention/?text=bear&layer=1&head=1", model=NAME)
    then = reader.bundled().trace("bear").layers[0].pattern[0]
    np.testing.assert_array_equal(numbers(page, "pinned then"), then.ravel())
    layer, head = State.of(find("attention"), text=TEXT, model=NAME)[dials.BRINGING]
    np.testing.assert_array_equal(numbers(page, "pinned now"), trace.layers[layer].pattern[head].ravel())
    assert "Unpin" in [button.label for button in page.button]


EXPECTED = {  # what the snippets of views give, of their trace
    "attention": lambda trace: trace.layers[4].context[2],
    "masking": lambda trace: trace.layers[4].pattern[2],
    "scaling": lambda trace: trace.layers[4].pattern[2],
    "next_word": lambda trace: softmax(trace.next_logits),
    "surprise": lambda trace: losses(trace) / np.log(2),
    "heads": lambda trace: trace.layers[4].attended,
    "tokens": lambda trace: [token.id for token in trace.tokens],
    "layer_norm": lambda trace: rms(trace.layers[4].residual_mid),
    "feed_forward": lambda trace: np.sort(np.abs(trace.layers[4].hidden[-1]))[:-9:-1],
    "looks": lambda trace: trace.layers[4].pattern[2, -1],
    "lens": lambda trace: [softmax(logits).max() for logits in lens_of(trace, -1)],
    "why": lambda trace: without_each(trace),
}


def softmax(logits) -> np.ndarray:
    powers = np.exp(logits.astype(np.float64) - logits.max())
    return powers / powers.sum()


def losses(trace) -> np.ndarray:
    """-ln of what each token after the first was given."""
    after_the_first = [token.id for token in trace.tokens[1:]]
    return np.array([-np.log(softmax(trace.logits[at])[id]) for at, id in enumerate(after_the_first)])


def without_each(trace) -> list[float]:
    """The probability of the likeliest next word: as it is, and without each part and each word, read in one go."""
    read = why(open_folder(str(real_models.REAL_MODELS[NAME])), trace)
    parts = [read.probability, *read.parts.without_heads.ravel(), *read.parts.without_ffns]
    return [*parts, *read.without_words, read.alone, *read.without_looks[np.isfinite(read.without_looks)]]


def lens_of(trace, place: int, *, without_itself: bool = False) -> np.ndarray:
    """The logits of each state of a token's stream: this model's norm has a gain of 1 and takes no mean off."""
    stream = [trace.layers[0].residual_in[place], *(layer.residual_out[place] for layer in trace.layers)]
    states = np.stack(stream) - trace.embedded[place] * without_itself
    return rms(states) @ trace.unembedding.T


@pytest.mark.parametrize("snippet", EXPECTED)
def test_the_code_opens_the_model_and_gives_what_is_on_screen(snippet: str, model) -> None:
    lines = text_of(snippet, NAME)
    assert f'open_folder("{NAME}")' in lines
    names = {"text": TEXT, "layer": 4, "head": 2, "temperature": 1.0, "top_k": None, "top_p": 1.0, "token": -1}
    names |= {"factor": 1, "without_itself": False}
    exec(lines.replace(f'"{NAME}"', repr(str(real_models.REAL_MODELS[NAME]))), names)
    np.testing.assert_allclose(names["result"], EXPECTED[snippet](model.trace(TEXT)), atol=1e-5)


def test_every_view_with_code_has_it_checked() -> None:
    of_no_model = {"softmax_of_numbers"}
    assert {snippet for name in FOLLOWING for snippet in snippets_of(find(name), NAME)} == EXPECTED.keys() | of_no_model


def test_a_model_that_cannot_be_shown_is_said_to_be_so_and_why() -> None:
    page = opened("next_word", text=TEXT, model="MiniLM")
    assert said_of_models(page) == [
        "These pictures are of story. MiniLM cannot be shown here: it reads both ways and predicts no next word."
    ]
    assert len(choosers(page)) == 1
    assert boards(page)["next_word_board"]["model"] == "story"
    page = opened("scaling", text=TEXT, model="MiniLM")
    assert words.NO_NEXT_WORD in payload(page, "hero")["about"] and boards(page)["scaling_board"]["model"] == "MiniLM"


def test_a_head_that_is_clicked_falls_silent_or_speaks_again() -> None:
    drawn = draw("heads", text=TEXT, layer=2, silenced="2.3")
    assert drawn.chosen("layer_heads", 0) == {"silenced": "2.1 2.3"}
    assert drawn.chosen("layer_heads", 2) == {"silenced": ""}
    drawn = draw("heads", text=TEXT, model=NAME, layer=2, silenced="2.3 7.1 9.1 2.4")
    assert drawn.chosen("layer_heads", 1) == {"silenced": "2.2 2.3 7.1"}
    assert heads.silence({Head(10, 0), Head(2, 1)}) == {"silenced": "3.2 11.1"}
