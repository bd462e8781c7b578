"""What each setting of each view moves, pictures and words; python -m tests.pages.moves VIEW writes it down.

A setting is a dial at another of its places, the first and the last among them, a button that is pressed, or a click in
a picture. A dial that is not there as a view opens is turned where another one has called it up. Behind each setting
are four digits of a hash of all that is then said and offered (`said`), and sums of what is measured (`summed`).
"""

import hashlib
import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import tests.conftest  # noqa: F401  # before the app looks for real models: that of the tests is the first

# isort: split
from headlight.app.models import among
from headlight.pages.start.first_visit import TEXTS
from headlight.reading.reader import CannotShow
from headlight.state.key_types import Number, OneOf, Switch
from headlight.state.registry import View, views
from headlight.state.state import Button, Choices, Dial, State, written
from tests.draw import Drawing
from tests.real_models import NAME

FILE = Path(__file__).with_name("moved.txt")
VIEWS = [name for name, view in views().items() if view.draw]
SLOW = {"peeking", "recurrence", "one_step", "dense"}  # that train or measure something for each setting
_NEXT = ["next", 1]  # the second of the next words
_OTHER_TEXT = "Tom saw the old bear and the bear saw Tom"
# In the box of a view: one token, words that are cut, one twice, and marks; and in that of a translator.
_BOXES = {
    "english": ("Time", "The painter's unbelievable red cars."),
    "text": ("bear", "the unbelievable bear's, bear!"),
}
_TEXTS = {  # of boxes that not any sentence can stand in
    "cells": "5.2",
    "for_word": "boy",
    "against_word": "boy",
    "found_word": "boy",
    "same_word": "the",
    "numbers": "1 2 4",
    "entries": "a bear: big; a bird: small",
    "corrupt_text": "The girl stepped into dog country and helped the",
    "pattern_of": "A boy went into the forest",
    **dict.fromkeys(("first", "minus", "plus", "expected"), "bear"),
}
# Where more than one other dial has to be turned before one does something.
_AROUND: Sequence[tuple[str, dict[str, Any]]] = (
    ("candidate", {"loss_of": "the next word", "steps_taken": 0}),
    ("token", {"loss_of": "one word", "steps_taken": 0}),
    ("token", {"model": "MiniLM"}),
    ("key_position", {"by_effect": True, "query": 5}),
    ("pieces", {"text": "the unbelievable bear", "same_word": "unbelievable"}),
    ("question", {"text": TEXTS[0]}),
    ("guessed", {"text": TEXTS[-1], "question": len(TEXTS)}),
    ("without_special", {"model": "MiniLM"}),
    ("compared_text", {"model": "MiniLM"}),
    ("together", {"model": "MiniLM", "compared_text": "A bear"}),
    ("lines_between", {"model": "MiniLM", "compared_text": "A bear", "together": True, "as_lines": True}),
)
# What can be chosen in each picture, as its script says it.
_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "matrix": ([1, 0],),
    "head_grid": ([0, 1],),
    "layer_heads": (1,),
    "bars": (1,),
    "token_chips": (1,),
    "looks": (["word", 1], ["head", [0, 1]], _NEXT),
    "film": (["word", 1], ["head", [0, 1]], _NEXT),
    "word_grid": ([1, 1],),
    "plane": (1,),
    "term_tree": ([0, 1],),
    "lines": (["layer", 1], ["heads", [1, 2]], ["tokens", ["queries", [1]]]),
}
# Of words, what was measured: its last digit depends on the processor.
_POWER = r"\s*[×·]\s*10\S+"
_ROUNDING = re.compile(rf"\d\S*{_POWER}")  # a difference of two ways to compute, next to nothing on each processor
_MEASURED = re.compile(
    rf"(under |over )?[−-]?\d+(\.\d+)?(%|e[-+]?\d+|{_POWER})|[−-]?\d+\.\d+|((?<=at most )|(?<=more than ))\d+(?= |\.|$)"
)

_PLAIN = re.compile(r"(?:under |over )?([−-]?\d+(?:\.\d+)?)(%?)")


def values(dial: Dial[Any]) -> tuple[Any, ...]:
    """Some values that it may have: both ends, of options all but those in the middle of many."""
    match dial.owns.holds:
        case Switch():
            return True, False
        case OneOf(options):
            return tuple(dict.fromkeys((*options[:3], options[-1])))
        case Number(low, high):
            return (low, high) if dial.kind != "hidden" or not dial.owns.holds.whole else (int(low), int(low) + 1)
    if dial.kind == "text":
        return (_TEXTS.get(dial.key, _OTHER_TEXT),)
    return ()


def contexts(view: View, dial: Dial[Any]) -> Iterator[dict[str, Any]]:
    """Settings in which a dial may do something: first the view as it opens, then with one other dial turned."""
    yield {}
    yield from (context for key, context in _AROUND if key == dial.key and context.keys() <= view.keys)
    for other in view.controls:
        if other.key != dial.key:
            yield from ({other.key: value} for value in values(other))


def parts(drawing: Drawing) -> dict[str, Any]:
    """All that a view says and shows, by names that stay: words by the picture above which they stand, or below."""
    found, above, key = dict[str, Any](), list[dict[str, Any]](), ""
    for item in drawing.items:
        if item["kind"] == "heading":
            above.append(item)
        elif item["kind"] == "note":
            name = f"{key}.note"
            found[name] = f"{found.get(name, '')}\n{item['words']}"
        else:
            key = item["key"]
            found[key] = item["header"], drawing.numbers(key)
            for heading in above:
                found[f"{key}.title"], found[f"{key}.hint"] = heading["title"], heading["words"]
            above = []
    return found


def _alike(one: Any, other: Any) -> bool:
    """Whether two parts are the same but for rounding, which is another one on each processor."""
    match one:
        case dict():
            same = isinstance(other, dict) and one.keys() == other.keys()
            return same and all(_alike(each, other[key]) for key, each in one.items())
        case list() | tuple():
            return isinstance(other, list | tuple) and len(one) == len(other) and all(map(_alike, one, other))
        case str() if isinstance(other, str):
            return _ROUNDING.sub("", one) == _ROUNDING.sub("", other)
        case float() if isinstance(other, float):
            return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6) or (math.isnan(one) and math.isnan(other))
        case np.ndarray():
            same = one.shape == other.shape and one.dtype == other.dtype
            exact = one.dtype.kind != "f"
            return same and (
                np.array_equal(one, other) if exact else np.allclose(one, other, rtol=1e-4, atol=1e-6, equal_nan=True)
            )
    return one == other


def _sure(value: Any, digits: bool = True) -> Any:
    """What is sure of a value on any processor: its words, whole numbers, switches and lengths."""
    match value:
        case dict():
            is_formula = value.get("name") == "formula"
            return {key: _sure(each, digits and not is_formula) for key, each in value.items()}
        case list() | tuple():
            return [_sure(each, digits) for each in value]
        case str():
            return _MEASURED.sub("#", value) if digits else re.sub(r"\d", "", value)
        case bool() | int() | None:
            return value
    return type(value).__name__


def _measured(value: Any) -> Iterator[float]:
    """Yield what `_sure` leaves out of a value, but powers of ten, which are rounding."""
    match value:
        case dict() | list() | tuple():
            for each in value.values() if isinstance(value, dict) else value:
                yield from _measured(each)
        case str():
            for found in _MEASURED.finditer(value):
                if number := _PLAIN.fullmatch(found[0]):
                    yield float(number[1].replace("−", "-")) / (100 if number[2] else 1)
        case float():
            yield value


def summed(drawing: Drawing | None) -> tuple[float, float]:
    """Sums of what words and of what pictures measure, to which a number adds by its size and by where it stands."""
    if drawing is None:
        return 0.0, 0.0
    arrays = (drawing.numbers(key).ravel() for key in drawing.keys)
    return _summed([*_measured(drawing.items)]), _summed(np.concatenate([[], *arrays]))


def _summed(values: Sequence[float] | np.ndarray) -> float:
    sizes = np.arcsinh(np.nan_to_num(np.asarray(values, float), posinf=9, neginf=-9))
    return float(sizes @ (1 + np.arange(len(sizes)) * 0.618 % 1))


def near(kept: str, now: str) -> bool:
    """Whether two lines are equal, but for what other last digits of a number in words, and of all in pictures, add."""
    (kept, _, kept_sums), (now, _, now_sums) = kept.partition(" ~"), now.partition(" ~")
    pairs = zip(*(map(float, sums.split()) for sums in (kept_sums, now_sums)), (0, 3e-5), strict=bool(kept_sums))
    return kept == now and all(abs(before - after) <= 0.03 + per * abs(before) for before, after, per in pairs)


def said(drawing: Drawing | None) -> list[Any]:
    """All that a view says and offers in a state, without what was measured: words, headers, and controls."""
    if drawing is None:
        return []
    state = drawing.state
    controls = [part for part in state.view.parts if part.when(state)]
    return [
        *(_sure(item) for item in drawing.items),
        *(_sure([part.key, part.label, part.looks(state)]) for part in controls if isinstance(part, Dial)),
        *(_sure([part.key, part.offered(state)]) for part in controls if isinstance(part, Choices)),
        *([part.key, bool(part.can(state))] for part in controls if isinstance(part, Button)),
    ]


class Turned:
    """A view in all its settings; each state is drawn once."""

    def __init__(self, name: str) -> None:
        self.view = views()[name]
        self.drawn: dict[State, Drawing | None] = {}

    def drawing(self, **keys: Any) -> Drawing | None:
        """It in a state; None where there is nothing to show."""
        own = {key: value for key, value in keys.items() if key in self.view.keys}
        state = State.of(self.view, **{"more": True, "arithmetic": True} | own)
        if state not in self.drawn:
            try:
                self.drawn[state] = Drawing(state, deeper=self.view.arithmetic is not None)
            except CannotShow:
                self.drawn[state] = None
        return self.drawn[state]

    def moved(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        """The names of what differs between two states, "" for nothing: what is new with +, what is gone with -."""
        one, other = self.drawing(**before), self.drawing(**after)
        if one is None or other is None:
            return "" if one is other else "shows nothing"
        was, now = parts(one), parts(other)
        differs = [name for name, part in now.items() if name not in was or not _alike(was[name], part)]
        names = [name if name in was else f"+{name}" for name in differs]
        return " ".join([*names, *(f"-{name}" for name in was if name not in now)])

    def mark(self, keys: Mapping[str, Any]) -> str:
        """Digits that change with all that is said and measured in a state; none where training decides that."""
        if self.view.name in SLOW:
            return ""
        words = json.dumps(said(drawing := self.drawing(**keys)), sort_keys=True)
        of_words, of_pictures = summed(drawing)
        return f" #{hashlib.sha256(words.encode()).hexdigest()[:4]} ~{of_words:.2f} {of_pictures:.2f}"

    def of_dial(self, dial: Dial[Any]) -> Iterator[str]:
        """A line for some of its values: what each moves, in the first state in which it moves something."""
        for value in values(dial):
            for context in contexts(self.view, dial):
                state = State.of(self.view, **context | {"more": True, "arithmetic": True})
                turns = dial.when(state) and dial.read(state) != value
                if turns and (moved := self.moved(context, context | {dial.key: value})):
                    mark = self.mark(context | {dial.key: value})
                    yield f"{_query({dial.key: value} | context)}: {moved}{mark}"
                    break

    def of_clicks(self) -> Iterator[str]:
        """A line for each choice in its pictures: what it sets, and what that moves."""
        if (drawing := self.drawing()) is None:
            return
        for item in drawing.items:
            if item["kind"] == "picture" and item["choosable"]:
                for choice in _choices(item):
                    if sets := drawing.chosen(item["key"], choice):
                        moved = self.moved({}, sets)
                        yield f"{item['key']} {json.dumps(choice)} -> {_query(sets)}: {moved}{self.mark(sets)}"

    def of_texts(self) -> Iterator[str]:
        """A line for other texts in the box, and for each real model, with a text that it reads whole."""
        models = [each for each in (NAME, "MiniLM") if each in among(self.view)]
        key = self.view.box.key if self.view.box else ""
        texts = [{key: text} for text in _BOXES.get(key, ())]
        for sets in [*texts, *({"model": model, "text": "The old bear"} for model in models)]:
            yield f"{_query(sets)}: {self.moved({}, sets)}{self.mark(sets)}"

    def of_buttons(self) -> Iterator[str]:
        """A line for each button that can be pressed as the view opens: what it sets, and what that moves."""
        drawing = self.drawing()
        for part in self.view.parts if drawing else ():
            if isinstance(part, Button) and part.when(drawing.state) and part.can(drawing.state):
                sets = part.press(drawing.state).sets
                yield f"{part.key} -> {_query(sets)}: {self.moved({}, sets)}{self.mark(sets)}"

    def lines(self) -> list[str]:
        """A line for the view as it opens, for its slide, and one for each setting: what it moves."""
        opens = [f"opens:{self.mark({})}", f"on a slide:{self.mark({'present': 1})}"]
        turned = (line for dial in self.view.controls for line in self.of_dial(dial))
        return [*opens, *self.of_texts(), *turned, *self.of_buttons(), *self.of_clicks()]


def _choices(item: Mapping[str, Any]) -> list[Any]:
    choices, header = _CHOICES.get(item["name"], ()), item["header"]
    several = len(header.get("following") or header.get("labels", ())) > 1
    return [choice for choice in choices if choice != _NEXT or several]


def _query(keys: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={','.join(written(value))}" for key, value in keys.items())


def main() -> None:
    """Write down what each setting moves."""
    wanted = sys.argv[1:] or VIEWS
    old = read()
    said = [[name, *(Turned(name).lines() if name in wanted else old[name])] for name in VIEWS]
    FILE.write_text("\n\n".join(map("\n".join, said)) + "\n", "utf-8")


def read() -> dict[str, list[str]]:
    """The lines of each view, as they were written down."""
    groups = (group.splitlines() for group in FILE.read_text("utf-8").split("\n\n")) if FILE.exists() else ()
    return {name: lines_of_view for name, *lines_of_view in groups}


if __name__ == "__main__":
    main()
