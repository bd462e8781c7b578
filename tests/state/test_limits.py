"""Every key at its ends: the last value is held, the next one is not; and what a reader sets is what a view reads."""

import json
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest

from headlight.app import controls, pins
from headlight.reading import reader, sentences
from headlight.reading.real_models import SENTENCE
from headlight.state import address
from headlight.state.address import Key
from headlight.state.key_types import ListText, ManyLines, Number, OneOf, SomeOf, Switch, Text
from headlight.state.registry import View, all_keys, find, views
from headlight.state.session import Session
from headlight.state.state import Button, State, read, written
from tests.in_turn import in_turn
from tests.pages.screen import opened

KEYS = all_keys()
# How long or large what a reader writes may be, by the keys that hold it: changed on purpose alone, as links are out.
TEXTS = {
    "text": 600,
    "pinned_picture": 1500,
    "walk": 4000,
    "cells": 2000,
    "edited": 400,
    "for_word": 40,
    "written": 400,
}
NUMBERS = {"layer": (1, 200), "query": (0, 127), "window": (1, 16), "candidate": (1, 12), "walk_at": (1, 200)}


def held_and_not(key: Key) -> tuple[list[tuple[list[str], Any]], list[list[str]]]:
    """Texts of an address with the values that they are read as, and texts of which nothing is."""
    match key.holds:
        case Text(most):
            long, lines = "x" * most, "a\nb" if isinstance(key.holds, ManyLines) else "a b"
            pieces = [(["a", "b"], "a b" if isinstance(key.holds, ListText) else "b"), (["a\nb"], lines)]
            return [([long], long), ([f"{long}y"], long), ([""], ""), *pieces], []
        case Number(low, high, step):
            most = [low, low + step, high] if key.holds.whole else [low, round(low + step, 9), high]
            return [([str(value)], value) for value in most], [[str(low - step)], [str(round(high + step, 9))], ["x"]]
        case Switch():
            return [(["true"], True), (["FALSE"], False)], [["1"], [""]]
        case OneOf(options):
            return [([str(option)], option) for option in options], [[f"{options[-1]}x"], [""]]
        case SomeOf(options):
            first, *_, last = every = [str(option) for option in options]
            return [([last], options[-1:]), ([*every, "x"], options), ([first, first], options[:1])], [["x"]]


@in_turn("key", KEYS.values())
def test_a_key_holds_its_last_value_and_nothing_past_it(key: Key) -> None:
    held, not_held = held_and_not(key)
    for texts, value in held:
        found = read({key.name: texts}).get(key.name)
        assert found == value and type(found) is type(value), texts
    for texts in not_held:
        assert key.name not in read({key.name: texts}), texts


def test_what_links_hold_has_the_lengths_and_ranges_that_it_had() -> None:
    assert {name: KEYS[name].holds.most for name in TEXTS} == TEXTS
    assert {name: (KEYS[name].holds.low, KEYS[name].holds.high) for name in NUMBERS} == NUMBERS


@in_turn("view", views().values())
def test_each_dial_reads_both_ends_and_what_is_falsy(view: View) -> None:
    for dial in view.controls:
        if dial.reads:
            continue  # a text that the model can read: asked of every view with awkward ones
        for texts, value in held_and_not(dial.owns)[0]:
            state = State.parse(view, urlencode({dial.key: texts}, doseq=True))
            if dial.when(state) and value != "":
                most = dial.most(state) if dial.most else value
                assert state[dial] == min(value, most), (dial.key, texts)
                assert State.parse(view, state.written()) == state == State.of(view, **{dial.key: value})


@in_turn("view", views().values())
def test_a_button_goes_on_from_the_last_value_of_what_it_counts(view: View) -> None:
    opens = State.of(view)
    for button in (each for each in view.parts if isinstance(each, Button) and each.when(opens) and each.can(opens)):
        for key in button.press(opens).sets:
            holds = KEYS[key].holds
            last = State.of(view, **({key: holds.high} if isinstance(holds, Number) else {}))
            if button.when(last) and button.can(last):
                State.of(view, **button.press(last).sets)


@in_turn("view", views().values())
def test_each_slider_has_every_place_from_its_first_to_its_last(view: View) -> None:
    state, drawn = State.of(view), dict[str, list[str]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "slide", lambda key, label, value, first, places, *_, **__: drawn.update({key: places}))
        patch.setattr(controls.visit, "get", lambda key: None)
        for dial in view.controls:
            if dial.kind in ("slider", "scale") and dial.when(state):
                controls.draw(dial, state)
    for dial in view.controls:
        holds = dial.owns.holds
        if dial.key in drawn and isinstance(holds, Number):
            high = dial.most(state) if dial.most else holds.high
            places = [float(place) for place in drawn[dial.key]]
            assert (places[0], places[-1]) == (holds.low, high)
            assert len({*places} - {float(dial.opens(state))}) in (
                count := round((high - holds.low) / holds.step),
                count + 1,
            )
        elif dial.key in drawn:
            assert {*map(str, holds.options)} == {*drawn[dial.key]}


def test_a_slider_that_was_moved_names_its_partner_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session({"at": ["attention"], "head": ["3"], "layer": ["2"]})
    monkeypatch.setattr(controls.visit, "state", lambda: session.state)
    monkeypatch.setattr(controls.visit, "move", session.move)
    controls.move_slider("layer", "6")
    assert (session.get("layer"), session.get("head")) == (6, 3)
    controls.move_slider("layer", None)
    assert (session.get("layer"), session.get("head")) == (None, 3)


def pinned(monkeypatch: pytest.MonkeyPatch, picture: str) -> tuple[str | None, list[str]]:
    """The line that pinning a picture leaves in the address, and what is said."""
    session, said = Session({"at": ["tokens"]}), list[str]()
    monkeypatch.setattr(pins.visit, "session", lambda: session)
    monkeypatch.setattr(pins.visit, "state", lambda: session.state)
    monkeypatch.setattr(pins.st, "toast", said.append)
    monkeypatch.setattr(pins.st, "rerun", lambda: None)
    pins.pin(session.view, picture)
    return session.get(pins.KEY), said


@pytest.mark.parametrize("more", [0, 1, 700])
def test_a_pin_is_whole_in_the_address_or_is_refused_in_words(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    room = address.PIN - len(pins.Pin("", State.of(find("tokens"))).written())
    line, said = pinned(monkeypatch, "x" * (room + more))
    assert (line is None, len(said)) == ((False, 0) if not more else (True, 1))
    assert line is None or read({pins.KEY: [line]})[pins.KEY] == line


@pytest.mark.parametrize(("length", "told"), [(SENTENCE - 1, False), (SENTENCE, True)])
def test_a_full_box_says_so_when_its_last_place_is_taken(length: int, told: bool) -> None:
    screen = find("tokens").board(State.of(find("tokens"), text="bear " * (length // 5) + "b" * (length % 5)))
    assert (sentences.FULL in screen.told) is told


def test_a_box_in_the_app_ends_where_its_key_does() -> None:
    page = opened("masking", arithmetic="true")
    (box,) = (each for each in page.text_input if each.key == "cells")
    assert box.proto.max_chars == KEYS["cells"].holds.most
    (typed,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "sentence_box")
    assert reader.EXAMPLE in str(typed) and str(SENTENCE) in str(typed)


# What changes a session, and by how much each of its counts rises: entry of the history, edition of the box, step back.
STEPS: dict[str, tuple[Any, tuple[int, int, int]]] = {
    "a dial": (lambda session: session.move(layer=2), (0, 0, 0)),
    "a choice": (lambda session: session.choose(query=0), (1, 0, 0)),
    "a choice that is an entry": (lambda session: session.choose(story="one-head"), (1, 0, 0)),
    "a text": (lambda session: session.move(text="bear"), (0, 1, 0)),
    "a letter": (lambda session: session.type({"text": "b"}), (0, 0, 0)),
    "a view": (lambda session: session.go("heads"), (1, 1, 0)),
    "a link": (lambda session: session.follow({"at": ["heads"]}), (1, 1, 0)),
    "back": (lambda session: session.went_to({"at": ["heads"]}, 3), (0, 1, 3)),
    "back, told twice": (lambda session: [session.went_to({"at": ["heads"]}, 3) for _ in range(2)], (0, 1, 3)),
    "back, told late": (lambda session: [session.went_to({"at": ["heads"]}, step) for step in (3, 2)], (0, 1, 3)),
    "back to the first": (lambda session: session.went_to({}, 0), (0, 0, 0)),
}


@pytest.mark.parametrize("name", STEPS)
def test_each_step_counts_once_however_often_it_is_told(name: str) -> None:
    session = Session({"at": ["attention"]})
    counts = session.entry, session.edition, session.went
    step, rises = STEPS[name]
    step(session)
    after = session.entry, session.edition, session.went
    assert tuple(now - was for was, now in zip(counts, after, strict=True)) == rises


def test_a_step_back_that_is_told_again_takes_nothing_of_what_was_done_since() -> None:
    session = Session({"at": ["attention"], "layer": ["2"]})
    session.went_to(parse_qs("at=attention&layer=3"), 1)
    session.move(layer=5)
    session.went_to(parse_qs("at=attention&layer=3"), 1)
    assert session.get("layer") == 5


def test_a_model_and_a_head_that_are_set_together_are_one_models_head() -> None:
    model = next(name for name in KEYS["model"].holds.options if name != KEYS["model"].holds.options[0])
    for order in (("model", "layer"), ("layer", "model")):
        session = Session({"at": ["attention"]})
        session.move(**{key: {"model": model, "layer": 1}[key] for key in order})
        assert session.state.model_name == model and session.get("layer") == 1
        session.move(model=None)
        assert session.get("layer") is None


@pytest.mark.parametrize("value", [True, 1, "1"])
def test_a_value_is_written_as_its_key_reads_it(value: Any) -> None:
    assert read({"present": written(value)}).get("present") == (None if value is True else 1)
