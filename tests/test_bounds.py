"""Each bound on what may be given holds at its value and no further: a table of them, over all rooms."""

import asyncio
import json
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from anyio import CapacityLimiter
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

import headlight as hl
from headlight.app import queue
from headlight.parts import class_map
from headlight.questions import another_day, questions
from headlight.questions.questions import Refused, bundled
from headlight.reading import assets
from headlight.reading.reader import CannotShow
from headlight.rooms import limits
from headlight.rooms.room import Room
from headlight.server import card, classroom, guard, own_pace
from headlight.server import questions as asked
from tests.draw import draw
from tests.real_models import NAME
from transformer import Edit

EMPTY = Room({}, ())
STORY = hl.open("story")


class Said:
    """A request of so many bytes, in two parts."""

    headers = MappingProxyType({"content-type": "application/json; charset=utf-8"})

    def __init__(self, count: float) -> None:
        self.body = json.dumps({"do": " " * (int(count) - len('{"do": ""}'))}).encode()

    async def stream(self) -> Any:
        yield self.body[:7]
        yield self.body[7:]


def said(count: float, *longest: int) -> None:
    with ThreadPoolExecutor(1) as thread:  # beside a browser's loop there is none in this one
        thread.submit(asyncio.run, classroom._said(Said(count), *longest)).result()  # type: ignore[arg-type]


def own(words: float = 4, options: float = 2, option: float = 1) -> None:
    given = "w" * int(words), [f"{chr(97 + number) * int(option)}" for number in range(int(options))]
    question = asked.own(*given)
    if (question.words, question.options) != given:
        raise ValueError("it was cut")


def came(tabs: dict[str, int], path: str = "/", seconds: float = 0) -> None:
    """Somebody asks a server that has so many tabs by address, whose next has waited so many seconds."""
    app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("well")), *card.routes()])
    drawn = patch.multiple(card, _turns=CapacityLimiter(1), _drawn=lambda *_: b"a picture")
    waits = patch.object(queue.RUNS, "wait", lambda: seconds)
    with patch.dict(guard.SESSIONS, tabs, clear=True), waits, drawn, TestClient(guard.Guard(app)) as client:
        if not client.get(path, headers={"Accept": "text/html" if path == "/" else "image/png"}).is_success:
            raise ValueError("refused")


def at_once(rate: limits.Rate, count: float) -> None:
    with patch.object(limits, "monotonic", lambda: 0.0):
        bucket = limits.Bucket(rate)
        if not all(bucket.take() for _ in range(int(count))):
            raise ValueError("too fast")


def linked(count: float) -> None:
    if len(card.query_of({"text": "a" * int(count)})) < len("text=") + count:
        raise ValueError("it was cut")


def file_of(count: float) -> None:
    text = (assets.FOLDER / questions.FILE).read_text("utf-8")
    first, second = (text.index("[[question]]", start) for start in (0, text.index("[[question]]") + 1))
    name = tomllib.loads(text)["question"][0]["id"]
    items = (text[first:second].replace(f'"{name}"', f'"a{number}"') for number in range(int(count)))
    used = {wrong["idea"] for wrong in tomllib.loads(text)["question"][0]["wrong"]}
    lines = text[:first].splitlines(keepends=True)
    ideas = [line for line in lines if " = " not in line or line.partition(" = ")[0] in used]
    questions.read("".join(ideas) + "".join(items))


def listed(count: float) -> None:
    """The words of a sentence with a real model: a list of all, or one that says what it leaves out."""
    if any("The first" in note for note in draw("tokens", model=NAME, text="a " * int(count)).notes):
        raise ValueError("it was cut")


# What is given, as much of it as may be, and one step more.
BOUNDS: dict[str, tuple[Callable[[float], object], float, float]] = {
    "a number of an edit": (lambda number: Edit("ffn", 0, number), 1e15, np.nextafter(1e15, 2e15)),
    "minus a number of an edit": (lambda number: Edit("ffn", 0, [1.0, -number]), 1e15, np.nextafter(1e15, 2e15)),
    "taps on a word": (lambda taps: class_map.Row.read({"row": 1, "taps": [taps, 1]}, 2, causal=True), 99, 100),
    "the row of a word": (lambda row: class_map.Row.read({"row": row, "taps": [1] * 3}, 3, causal=False), 2, 3),
    "minus the row of a word": (
        lambda row: class_map.Row.read({"row": -row, "taps": [1] * (1 - row)}, 3, causal=True), -1, 0,
    ),
    "seconds of an answer": (
        lambda seconds: another_day.read(f"words,row\namber otter north,b {seconds}", bundled()), 36_000, 36_001,
    ),
    "questions of a playlist": (
        lambda count: own_pace.begun(EMPTY, [f"ask Why {number}? | *a | b" for number in range(int(count))]), 60, 61,
    ),
    "questions of a file": (file_of, 40, 41),
    "minus questions of a file": (lambda count: file_of(-count), -1, 0),
    "bytes of what is said to a room": (said, 20_000, 20_001),
    "bytes of what its teacher says": (lambda count: said(count, classroom._LONGEST_FILE), 300_000, 300_001),
    "characters of a question": (own, 300, 301),
    "characters of a choice": (lambda count: own(option=count), 120, 121),
    "choices": (lambda count: own(options=count), 5, 6),
    "tabs before one more": (lambda count: came({f"{tab}": 1 for tab in range(int(count))}), 599, 600),
    "tabs of an address before one more": (lambda count: came({"testclient": int(count)}), 399, 400),
    "seconds that others wait while a page opens": (lambda wait: came({}, seconds=wait), 5, np.nextafter(5, 6)),
    "seconds that others wait while a picture of a link is made": (
        lambda wait: came({}, "/card.png?text=bear", wait), 5, np.nextafter(5, 6),
    ),
    "characters of a picture of a link": (linked, 600, 601),
    "pictures of links at once": (partial(at_once, limits.CARDS), 60, 61),
    "messages of a tab at once": (partial(at_once, limits.MESSAGES), 160, 161),
    "tokens that are written on by two": (lambda count: STORY.generate([7] * int(count), 2), 127, 128),
    "words of a sentence in a list": (listed, 12, 13),
    "minus choices": (lambda count: own(options=-count), -2, -1),
}  # fmt: skip


@pytest.mark.parametrize("name", BOUNDS)
def test_so_much_is_taken_and_no_more(name: str) -> None:
    give, most, more = BOUNDS[name]
    give(most)
    with pytest.raises((ValueError, CannotShow, Refused)):
        give(more)


@pytest.mark.faulty
def test_a_file_that_cannot_be_read_is_known_to_be_damaged() -> None:
    known = {*assets.damaged}
    try:
        assert assets.read(questions.FILE, len, 0) > 0 and assets.damaged == known
        for name, reader in (("no such file", len), (questions.FILE, json.loads)):
            assert assets.read(name, reader, "instead") == "instead" and name in assets.damaged
    finally:
        assets.damaged.clear()
        assets.damaged |= known
