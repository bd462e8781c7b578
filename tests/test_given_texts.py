"""What is drawn is of the text that was given, or a sentence says what was done: in every box of every view."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import headlight
from headlight.__main__ import main
from headlight.app import sharing
from headlight.app.pins import Pin, compare
from headlight.outside.live_page import facts_of
from headlight.reading import reader, sentences
from headlight.reading.real_models import SENTENCE
from headlight.state.registry import as_it_was, find, views
from headlight.state.state import Dial, State
from tests.draw import draw
from tests.sampled import sampled
from transformer import TextCutWarning, load

BLANK = ("", "   ", "\n\t\u2003\r\n")
READABLE = "😃", "zero\u200bwidth", "Two small words, and a third"
LONG = "The work of William Shakespeare inspired many movies. " * 22  # more tokens than any bundled model reads
COUNTED_FOR_NOTHING = {"compared_text"}  # an empty box takes its sentence away
# Where a box is not there at first.
THERE = {"unlearned": {"steps_taken": 10}, "numbers": {"softmax_of": "your numbers"}}
WITHOUT_A_LIMIT = {"unlearned", "embeddings"}  # keys and views of which no model reads the text whole


def boxes() -> Iterator[tuple[str, Dial[str]]]:
    """Every view that Python draws, with each of its boxes for text in which an example stands at first."""
    for name, view in views().items():
        if view.draw:
            every = (*filter(None, [view.box]), *view.controls)
            yield from ((name, box) for box in every if box.kind == "text" and box.default)


BOXES = [(name, box) for name, box in boxes() if box.key not in COUNTED_FOR_NOTHING]
FIRST_OF_EACH_KEY = {box.key: (name, box) for name, box in reversed(BOXES)}.values()
EVERY = sampled(BOXES, [*FIRST_OF_EACH_KEY, *(each for each in BOXES if each[0] in ("real", "block", "translate"))])


def name_of(value: str | Dial[str]) -> str:
    return value if isinstance(value, str) else value.key


def test_each_box_with_an_example_knows_what_it_can_read() -> None:
    assert {box.key for _, box in boxes() if not box.reads} == COUNTED_FOR_NOTHING


@pytest.mark.parametrize(("name", "box"), EVERY, ids=name_of)
def test_python_refuses_a_text_in_which_there_is_nothing_to_read_and_the_app_says_that_it_shows_another(name, box):
    there = THERE.get(box.key, {})
    example = draw(name, **there)
    for text in BLANK:
        with pytest.raises(ValueError, match=f"^{box.key}=.* cannot be shown: there is nothing to read in it"):
            headlight.view(name, **{box.key: text}, **there)
        shown = draw(name, **{box.key: text}, **there)
        own = sentences.INSTEAD.format(label=box.label, example=box.opens(example.state))
        assert shown.notes[0] == (sentences.EMPTY if box is find(name).box else own)
        assert [*map(shown.says, with_sentences(shown))] == [*map(example.says, with_sentences(example))]


def message_of(state: State) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TextCutWarning)
        return state.view.board(state).message()


def with_sentences(shown) -> list[str]:
    return [item["key"] for item in shown.items if item["kind"] == "picture" and item["header"].get("says")]


@pytest.mark.parametrize(("name", "box"), EVERY, ids=name_of)
def test_a_text_is_drawn_whole_or_refused_or_python_is_warned(name, box) -> None:
    there = THERE.get(box.key, {})
    without = draw_quietly(name, **there)
    for text in (*READABLE, LONG):
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            try:
                board = headlight.view(name, **{box.key: text}, **there).boards[0]
            except ValueError as error:
                assert str(error).endswith(".")
                continue
        assert [each for each in given if each.category is not TextCutWarning or each.filename != __file__] == [], text
        assert [str(each.message) for each in given] == [words for words, warns in board.told.items() if warns]
        if box is find(name).box:
            assert board.text == text.rstrip() and board.message() != message_of(without.state)
            assert bool(given) == (text is LONG and name not in WITHOUT_A_LIMIT) or name == "real"


def test_a_text_is_as_long_in_python_as_its_model_reads() -> None:
    text = "everything " * 70
    assert len(text) > SENTENCE
    trace = load("story").trace(text.rstrip())
    shown = headlight.view("attention", text=text)
    assert shown.numbers("pattern").shape == (len(trace.tokens),) * 2 and not trace.dropped
    assert not shown.boards[0].told


def test_a_second_sentence_that_is_cut_is_said_too() -> None:
    with pytest.warns(TextCutWarning, match="This model reads 128 tokens at a time: the last"):
        headlight.view("contextual", text_2=LONG)
    with pytest.warns(TextCutWarning, match="The translator writes 95 tokens at most"):
        headlight.view("translate", french=LONG, deeper=True)


def test_a_word_that_no_sentence_has_is_not_exchanged_in_silence() -> None:
    notes = draw("contextual", same_word="nowhere").notes
    assert notes[0] == "“nowhere” is in none of the sentences: “bear” is compared in its place."
    assert "none of the sentences" not in " ".join(draw("contextual", same_word="bear").notes)


def test_a_full_box_is_said_once_whatever_it_is_of() -> None:
    full = "a" * SENTENCE
    for name, key in (("translate", "english"), ("attention", "text")):
        assert draw_quietly(name, **{key: full}).notes.count(sentences.FULL) == 1
        assert sentences.FULL not in draw_quietly(name, **{key: full[1:]}).notes


def draw_quietly(name: str, **values: Any):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TextCutWarning)
        return draw(name, **values)


def test_a_pin_says_that_its_text_was_another(model) -> None:
    then, now = (State.of(find("attention"), text=text) for text in ("", "bear country"))
    screen = now.view.board(now)
    compare(screen, as_it_was(then, "main"), Pin("", then), now)
    notes = [item["words"] for item in screen.items() if item["kind"] == "note"]
    assert f"As pinned: {sentences.EMPTY}" in notes


def test_what_the_app_shares_of_an_empty_box_can_be_drawn_again() -> None:
    state = State.of(find("attention"), text="  ", layer=2)
    assert "layer=2" in sharing.lines(state) and "text" not in sharing.lines(state)
    assert sharing.live(state, "")
    assert sharing.live(State.of(find("attention"), layer=99, head=99), ""), "which count as the last of the model"


def test_a_live_page_has_no_other_text_than_it_was_given(tmp_path) -> None:
    with pytest.raises(ValueError, match="text='' cannot be shown"):
        headlight.live(tmp_path / "empty.html", text="")
    assert not [*tmp_path.iterdir()]
    with pytest.warns(TextCutWarning) as given:
        facts = facts_of("attention", values={"text": LONG})
    assert [str(each.message).partition(":")[0] for each in given] == [
        f"A box of the live page holds {SENTENCE} characters",
        "This model reads 128 tokens at a time",
    ][: len(given)]
    assert len(State.parse(find("attention"), facts["first"]["state"].partition("?")[2]).text) == SENTENCE


def test_the_shell_refuses_and_warns_in_a_line(capsys) -> None:
    for text in BLANK:
        with pytest.raises(SystemExit, match=r"headlight: text=.* cannot be shown"):
            main(["attention", text])
    main(["attention", LONG])
    told = capsys.readouterr()
    assert told.err.startswith("headlight: This model reads 128 tokens at a time") and told.err.count("\n") == 1
    assert told.out


def test_of_a_real_model_a_text_without_tokens_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(reader, "reads", lambda name, text: False)
    with pytest.raises(ValueError, match="there is nothing to read in it"):
        headlight.view("attention", text="ཀཁག")
    assert draw("attention", text="ཀཁག").notes[0] == sentences.UNREADABLE
