"""Patching: the maps of shares of two sentences, a part's run, and a word where there is none."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from headlight.app.boards import BEFORE
from headlight.pages.heads import patching
from headlight.pages.heads.patching import _other
from headlight.reading import running
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.screen import boards, items, notes, numbers, opened, write
from tests.statements import lesson
from transformer import load, patch
from transformer.readings.patching import estimate
from transformer.readings.why import why
from transformer.softmax import softmax

TOM, ANNA = "Tom went to the park because", "Anna went to the park because"


@pytest.fixture(scope="module")
def found():
    """The model, both runs, and what patching gives for their answers."""
    model = load("story")
    runs = model.trace(TOM), model.trace(ANNA)
    answers = tuple(int(run.next_logits.argmax()) for run in runs)
    return model, *runs, answers, patch(model, *runs, answers)


def test_a_choice_shows_the_run_with_that_part(found) -> None:
    _, _, anna, answers, patched = found
    drawn = draw("patching", deeper=True)
    assert drawn.chosen("stream", [0, 5]) == {"layer": 6, "token": 5, "head": None}
    assert drawn.chosen("words", 3) == {"token": 3, "head": None}
    assert drawn.chosen("heads", [1, 1]) == {"layer": 5, "head": 2, "token": None}
    drawn = draw("patching", deeper=True, layer=6, token=5)
    assert drawn.payload("stream")["selected"] == [0, 5] and drawn.payload("heads")["selected"] is None
    chances = softmax(anna.logits_of(patched.residual_final[5, 5]))
    best = max(bar["value"] for bar in drawn.payload("next_word")["bars"])
    assert best == pytest.approx(float(chances.max()), abs=1e-6)
    (he, she), before = answers, softmax(anna.next_logits)
    assert [bar["label"] for bar in drawn.payload("next_word")["bars"][:2]] == ["he", "she"]
    assert before[he] < 0.005 and drawn.says("next_word") == (
        f"“he” goes from under 1% to {chances[he]:.0%}, “she” from {before[she]:.0%} to {chances[she]:.0%}."
    )


def test_what_has_not_been_run_yet_shows_its_estimate_and_the_page_comes_again(found, monkeypatch) -> None:
    model, asked = found[0], []
    clock = itertools.count()  # a step of a second each: after the first one a picture
    monkeypatch.setattr(running, "_SLICE", 1.5)
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    text, other = "Tom walked to the old school because", "Anna walked to the old school because"
    one, two = model.trace(text), model.trace(other)
    answers = int(one.next_logits.argmax()), int(two.next_logits.argmax())
    exact, about = patch(model, one, two, answers), estimate(model, one, two, answers)

    class Returning(running.Host):
        def will_redraw(self) -> bool:
            asked.append(True)
            return True

    with running.use_host(Returning()):
        drawn = draw("patching", deeper=True, text=text, corrupt_text=other)
        assert asked and any("first-order estimate until then" in note for note in drawn.notes)
        assert drawn.items[0].get("title", "").startswith("Drag a word"), (
            "the pictures stay where they are when it goes"
        )
        heads = drawn.numbers("heads").reshape(6, 6)[::-1]
        np.testing.assert_allclose(heads[4:], exact.shares(exact.heads)[4:], atol=1e-4)
        np.testing.assert_allclose(heads[0], exact.shares(about.heads)[0], atol=1e-4)
        for _ in range(10):
            drawn = draw("patching", deeper=True, text=text, corrupt_text=other)
    np.testing.assert_allclose(drawn.numbers("heads").reshape(6, 6)[::-1], exact.shares(exact.heads), atol=1e-4)
    assert not any("estimate until then" in note for note in drawn.notes)


@pytest.mark.parametrize(
    ("second", "said"),
    [("Anna went to the big park because", "equally many tokens"), (TOM, "no difference to restore")],
)
def test_where_there_is_no_map_it_says_why(second: str, said: str) -> None:
    drawn = draw("patching", deeper=True, corrupt_text=second)
    assert not {"words", "stream"} & {*drawn.keys} and any(said in note for note in drawn.notes)


def test_the_maps_stay_faded_while_a_half_typed_sentence_has_none_and_a_line_says_why() -> None:
    page = opened("patching", text=TOM)
    maps = numbers(page, "words")
    write(page, TOM, "corrupt_text")
    board = boards(page)["patching_board"]
    assert board["faded"] and board["text"] == TOM and "no difference to restore" in notes(page)[0]
    assert BEFORE in notes(page)[0]
    np.testing.assert_array_equal(numbers(page, "words"), maps)
    write(page, ANNA, "corrupt_text")
    assert "faded" not in boards(page)["patching_board"] and BEFORE not in " ".join(notes(page))
    assert "stream" not in [item.get("key") for item in items(opened("patching", corrupt_text=TOM), "patching_board")]


def test_a_sentence_of_ones_own_is_compared_with_a_change_of_the_word_that_decides_its_answer() -> None:
    model, text = load("story"), "The old king gave his crown to the"
    deciding = why(model, model.trace(text))
    assert deciding.words[deciding.source].text == "king"
    other = _other(State.made(find("patching"), {"text": text}))
    answers = [int(model.trace(each).next_logits.argmax()) for each in (text, other)]
    pairs = [(one, two) for one, two in zip(text.split(), other.split(), strict=True) if one != two]
    assert pairs == [("king", "queen")] and answers[0] != answers[1]
    drawn = draw("patching", text=text)
    assert "stream" in drawn.keys and "heads" in drawn.keys


def test_while_somebody_types_the_last_change_is_taken_and_no_other_looked_for(monkeypatch) -> None:
    class Typing(running.Host):
        def is_typing(self) -> bool:
            return True

    text = "The old queen gave her crown to the"
    last = patching._changes(load("story"), load("story").trace(text))[-1]
    for name in ("_changing_the_answer", "_changes"):
        monkeypatch.setattr(patching, name, lambda *_: pytest.fail("it waits for a pause"))
    with running.use_host(Typing()):
        assert _other(State.made(find("patching"), {"text": text})) == last.text


def test_the_choices_of_a_closed_box_are_not_looked_for(monkeypatch) -> None:
    looked_for = []
    monkeypatch.setattr(patching, "_changes", lambda *given: looked_for.append(given) or ())
    opened("patching", text=TOM)
    assert not looked_for


def test_where_the_two_answers_hardly_differ_there_is_no_map() -> None:
    text, second = (f"The morning sun warmed {which} whole valley." for which in ("the", "his"))
    runs = [load("story").trace(each) for each in (text, second)]
    one, other = (int(run.next_logits.argmax()) for run in runs)
    moved = [float(run.next_logits[one] - run.next_logits[other]) for run in runs]
    assert one != other and 0 < moved[0] - moved[1] < 0.5
    drawn = draw("patching", deeper=True, text=text, corrupt_text=second)
    assert "stream" not in drawn.keys and any("nothing to explain" in note for note in drawn.notes)


def test_what_the_lesson_says_of_tom_and_anna_is_so(found) -> None:
    patched, said = found[-1], lesson("patching")
    stream, heads = patched.shares(patched.residual), patched.shares(patched.heads)
    assert f"at the name, with a share of {stream[0, 0]:.2f}" in said
    assert f"{stream[5, 5]:.2f} of it is at *because* and {stream[5, 0]:.2f} is left at the name" in said
    assert f"Layer 5, head 2 brings {heads[4, 1]:.2f} by itself" in said and heads.argmax() == 4 * 6 + 1


def test_the_maps_to_first_order_stand_beside_how_they_agree(found) -> None:
    model, tom, anna, answers, patched = found
    about, drawn = estimate(model, tom, anna, answers), draw("patching", deeper=True)
    estimated = {"stream": about.residual, "heads": about.heads}
    for key, exact in (("stream", patched.residual), ("heads", patched.heads)):
        shown = drawn.numbers(f"{key}_estimated").reshape(6, 6)[::-1]
        np.testing.assert_allclose(shown, patched.shares(estimated[key]), atol=1e-5)
        agree = np.corrcoef(shown.ravel(), exact.ravel())[0, 1]
        assert f"Correlation with the exact map: {agree:.2f}" in drawn.says(f"{key}_estimated")
    assert f"that *Tom* brings to layer 1 it finds {patched.shares(about.residual)[0, 0]:.2f}" in lesson("patching")


@pytest.mark.parametrize("text", [TOM, "The bear and the bee like the bear"])
def test_one_word_is_changed_by_a_choice_and_the_maps_are_of_that_pair(text: str) -> None:
    drawn = draw("patching", deeper=True, text=text)
    (choices,) = (part for part in drawn.state.view.parts if part.key == "one_word")
    offered, tokens = choices.offered(drawn.state), len(load("story").trace(text).tokens)
    assert len(offered) >= 2 * (tokens - 1)  # whole words are two each, though a word stands there twice
    for sets in list(offered.values())[:4]:
        other = draw("patching", deeper=True, text=text, **sets)
        assert not any("equally many tokens" in note for note in other.notes)
        assert ("stream" in other.keys) or other.notes
    first = next(iter(offered))
    assert first.startswith("Tom → " if text == TOM else "The (position 0) → ")
