"""What each picture made of words sends: every field of its header, and whether a choice is listened to."""

import numpy as np
import pytest

from headlight.pictures.bars import bars
from headlight.pictures.listing import listing
from headlight.pictures.merge_steps import merge_steps
from headlight.pictures.search_step import Continuation, search_step
from headlight.pictures.sentence import sentence
from headlight.pictures.stacks import stacks
from headlight.pictures.table import table
from headlight.pictures.token_chips import token_chips
from headlight.pictures.training_examples import training_examples
from headlight.pictures.word_grid import Cell, word_grid
from tests.pictures.caught import KEY, caught, header_of, listen


def test_bars() -> None:
    sent = caught(
        bars, [0.5, 0.25], labels=["a", "b"], before=[0.125, 0.75], faded=[1], says=[("s", True)], alt="A.", key=KEY
    )
    assert header_of(sent, "bars") == {
        "bars": [
            {"label": "a", "value": 0.5, "before": 0.125, "note": "0.125 → 0.500", "faded": False},
            {"label": "b", "value": 0.25, "before": 0.75, "note": "0.750 → 0.250", "faded": True},
        ],
        "alt": "A.",
        "says": [["s", True]],
    }
    assert caught(bars, [0.5], labels=["a"], alt="A.", key=KEY).header["bars"][0]["note"] == "0.500"
    with pytest.raises(ValueError, match=r"shorter|longer"):
        caught(bars, [0.5], labels=["a", "b"], alt="A.", key=KEY)


def test_merge_steps() -> None:
    sent = caught(merge_steps, [("n", ["a", "b"], {1})], alt="A.", key=KEY, says=[("s", False)])
    assert header_of(sent, "merge_steps") == {
        "steps": [{"note": "n", "pieces": [{"text": "a", "new": False}, {"text": "b", "new": True}]}],
        "alt": "A.",
        "says": [["s", False]],
    }


def test_words_alone() -> None:
    found = caught(search_step, [Continuation("a", "b", 0.5, -1.5, "kept")], alt="A.", key=KEY)
    row = {"before": "a", "piece": "b", "probability": 0.5, "log_probability": -1.5, "fate": "kept"}
    assert header_of(found, "search_step") == {"rows": [row], "alt": "A."}
    assert header_of(caught(sentence, [("<a>", True)], key=KEY), "sentence") == {"pieces": [["<a>", True]]}
    assert header_of(caught(listing, ["# <a>"], key=KEY), "listing") == {"lines": ["# <a>"]}
    grid = caught(
        word_grid,
        [[Cell("a", "n", 0.123456, True)]],
        names=["r"],
        columns=["c"],
        alt="A.",
        key=KEY,
        says=[("s", False)],
    )
    assert header_of(grid, "word_grid") == {
        "rows": [{"name": "r", "cells": [["a", "n", 0.1235, True]]}],
        "columns": ["c"],
        "alt": "A.",
        "says": [["s", False]],
    }
    cells = {"name": "p", "left": False, "cells": [["0.5", "0.5"]]}
    assert header_of(caught(table, {"p": [0.5]}, formats={"p": "{:.1f}"}, alt="A.", key=KEY), "table") == {
        "columns": [cells],
        "faded": [],
        "height": None,
        "alt": "A.",
    }


def test_stacks() -> None:
    sent = caught(
        stacks,
        [("a", "A", "1")],
        [("x cross", "X", "2")],
        source=["s"],
        read=["r"],
        written=["w"],
        selected="a",
        on_box=listen,
        alt="A.",
        key=KEY,
    )
    assert header_of(sent, "stacks", choosable=True) == {
        "encoder": [["a", "A", "1"]],
        "decoder": [["x cross", "X", "2"]],
        "source": ["s"],
        "read": ["r"],
        "written": ["w"],
        "selected": "a",
        "alt": "A.",
    }


def test_token_chips() -> None:
    sent = caught(
        token_chips,
        ["a", "b"],
        notes=["1", "2"],
        joined={1},
        strong=(0,),
        shares=[0.25, 1],
        key=KEY,
        large=True,
        on_place=listen,
    )
    assert header_of(sent, "token_chips", choosable=True) == {
        "tokens": [
            {"text": "a", "note": "1", "joined": False, "strong": True, "share": 0.25},
            {"text": "b", "note": "2", "joined": True, "strong": False, "share": 1.0},
        ],
        "alt": "2 tokens in the order of the text",
        "large": True,
        "one_line": False,
        "two_lines": False,
    }
    assert caught(token_chips, ["a"], notes=["1"], key=KEY).header["tokens"][0]["share"] is None


def test_training_examples() -> None:
    look = np.tril(np.ones((3, 3), dtype=bool))
    sent = caught(
        training_examples,
        ["a", "b", "c"],
        look,
        chances=np.array([0.5, 0.25]),
        losses=np.array([1.0, 2.0]),
        before=np.array([3.0, 4.0]),
        alt="A.",
        key=KEY,
    )
    assert header_of(sent, "training_examples") == {
        "words": ["a", "b", "c"],
        "rest": "",
        "alt": "A.",
        "rows": [
            {"seen": [True, False, False], "answer": "b", "chance": 0.5, "loss": 1.0, "before": 3.0},
            {"seen": [True, True, False], "answer": "c", "chance": 0.25, "loss": 2.0, "before": 4.0},
        ],
    }
