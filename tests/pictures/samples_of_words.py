"""Samples of pictures that are words, bars, or words that are joined."""

import numpy as np

from headlight.pictures import Branch, Level, Sentences, Square, Storey, Term, Tinted
from headlight.pictures.bars import Cut
from headlight.pictures.merge_tree import Block
from tests.pictures.caught import listen
from tests.pictures.sample import BAR, FORMULA, HIDDEN, PARTS, SAYS, SOFT, TOKENS, Sample

OF_WORDS: list[Sample] = [
    Sample(
        "bars",
        ([0.5, 0.125],),
        {"labels": ["ant", "<b>"], "before": [0.25, 0.25], "faded": [1], "alt": "B.", "says": SAYS},
        own={
            "bars": [
                BAR | {"label": "ant", "value": 0.5, "before": 0.25, "note": "0.250 → 0.500"},
                BAR | {"label": "<b>", "value": 0.125, "before": 0.25, "note": "0.250 → 0.125", "faded": True},
            ],
            "scale": 1.0,
            **SOFT,
        },
        unsaid=["labels", "quantity", "before", "faded", "notes", "rest", "cuts", "asks"],
        said=["ant", "<b>", "0.250 → 0.500", "So."],
        rows=[["", "value", "before"], ["ant", "0.5", "0.25"]],
    ),
    Sample(
        "bars",
        ([0.5, -0.25],),
        {"labels": ["a", "b"], "alt": "A.", "asks": "Cut {}", "rest": ("c", 0.0, None), "on_bar": listen}
        | {"cuts": [Cut("top-k", [("1", 1.0), ("off", 3.0)], 1)], "notes": ["n", "m"]},
        own={
            "bars": [
                BAR | {"label": "a", "value": 0.5, "note": "n"},
                BAR | {"label": "b", "value": -0.25, "note": "m"},
                BAR | {"label": "c", "value": 0.0, "note": "0.000", "faded": True, "rest": True},
            ],
            "cuts": [{"name": "top-k", "steps": [["1", 1.0], ["off", 3.0]], "at": 1}],
            "scale": 1.0,
            **SOFT,
        },
        unsaid=["labels", "quantity", "before", "faded", "notes", "rest"],
        said=["a", "n"],
        rows=[["", "value"], ["a", "0.5"]],
    ),
    Sample(
        "paths",
        (TOKENS,),
        {
            "levels": ["states"],
            "notes": ["a", "b", "c"],
            "alt": "N.",
            "lit": [(0, 0), (1, 1)],
            "shares": [0.0, 0.5, 1.0],
        }
        | {"edges": [((0, 0), (1, 1)), ((0, 1), (1, 2))], "on_ends": listen},
        own={"words": TOKENS},
        unsaid=["edges"],
        said=["ant", "states"],
        rows=[["position", "word", "share"], ["0", "ant", "0"]],
    ),
    Sample(
        "shuffles",
        (np.array([[0, 0, 0], [0.5, 0.25, 1]]),),
        {"names": ["none", "rotary"], "notes": ["", "turned"], "words": TOKENS, "order": [2, 0, 1], "extent": 1.0}
        | {"alt": "S."},
        said=["rotary", "cat & dog", "largest change 1.00"],
        rows=[["model", "position", "new position", "word", "change"], ["none", "0", "1", "ant", "0"]],
    ),
    Sample(
        "table",
        ({"token": TOKENS, "p": [0.1 + 0.2, -2.0, 1e-9]},),
        {"formats": {"p": "{:.2f}"}, "faded": [1], "alt": "T."},
        own={
            "columns": [
                {"name": "token", "left": True, "cells": [[token, token] for token in TOKENS]},
                {
                    "name": "p",
                    "left": False,
                    "cells": [["0.30", "0.30000000000000004"], ["−2.00", "−2.0"], ["0.00", "1e−09"]],
                },
            ]
        },
        unsaid=["formats", "numbers"],
        said=["token", "cat & dog", "0.30"],
        rows=[["token", "p"], ["ant", str(0.1 + 0.2)]],
    ),
    Sample(
        "word_grid",
        ([[Square("ant", 0.123456, 0.1), Square("<b>", 1.0, 0.2)]],),
        {"names": ["layer 1"], "columns": ["at", "end"], "quantities": ["signed"] * 2, "alt": "W.", "says": SAYS},
        own={
            "rows": [{"name": "layer 1", "cells": [["ant", 0.1235, 0.1], ["<b>", 1.0, 0.2]]}],
            "colours": [["positive", "negative"]] * 2,
        },
        unsaid=["names", "quantities"],
        said=["layer 1", "<b>"],
        rows=[["", "at", "at: number", "end", "end: number"], ["layer 1", "ant", "0.1", "<b>", "0.2"]],
    ),
    Sample(
        "floors",
        (
            [
                Storey("layer 1", [("attention", -0.5)], 0.25, 0.5, "<b>", 0.5),
                Storey("layer 2", (), 0.75, 1, "ant", 0.75, 0.5),
            ],
        ),
        {"word": "ant", "chosen": 1, "rises": False, "alt": "F.", "on_floor": listen},
        own={
            "floors": [
                {
                    "name": "layer 1",
                    "added": [["attention", -0.5]],
                    "chance": 0.25,
                    "light": 0.5,
                    "says": "<b>",
                    "sure": 0.5,
                }
                | {"before": None},
                {"name": "layer 2", "added": [], "chance": 0.75, "light": 1}
                | {"says": "ant", "sure": 0.75, "before": 0.5},
            ]
        },
        said=["layer 1", "<b>", "50% → 75%", "−0.5"],
        rows=[["", "ant", "before", "would say", "probability"], ["layer 1", "0.25", "", "<b>", "0.5"]],
    ),
    Sample(
        "token_chips",
        (TOKENS,),
        {"notes": ["5", "7", "11"], "joined": {1}, "strong": {2}, "shares": [0.0, 0.5, 1.0], "on_place": listen},
        own={
            "alt": "3 tokens in the order of the text",
            "tokens": [
                {
                    "text": text,
                    "note": note,
                    "joined": text == "<b>",
                    "strong": note == "11",
                    "share": share,
                    "number": None,
                }
                for text, note, share in zip(TOKENS, ("5", "7", "11"), (0.0, 0.5, 1.0), strict=True)
            ],
        },
        unsaid=["notes", "joined", "strong", "shares", "numbers"],
        said=["ant", "<b>", "11"],
        rows=[["position", "token", "note"], ["0", "ant", "5"]],
    ),
    Sample(
        "training_examples",
        (TOKENS, ~HIDDEN),
        {
            "chances": np.array([0.5, 0.25]),
            "losses": np.array([0.625, 1.5]),
            "before": np.array([1.0, 0.5]),
            "alt": "E.",
        },
        own={
            "words": TOKENS,
            "rest": "",
            "rows": [
                {"seen": [True, False, False], "answer": "<b>", "chance": 0.5, "loss": 0.625, "before": 1.0},
                {"seen": [True, True, False], "answer": "cat & dog", "chance": 0.25, "loss": 1.5, "before": 0.5},
            ],
        },
        unsaid=["chances", "losses", "before"],
        said=["next token", "<b>", "0.500"],
        rows=[["position", "next token", "p", "nats", "nats before"], ["1", "<b>", "0.5", "0.625", "1"]],
    ),
    Sample(
        "term_tree",
        (
            [
                Level(
                    "Logit",
                    "of “<b>”",
                    1.5,
                    ["final", "W_U"],
                    [Term("<b>", [0.5, -0.25], [True, False])],
                    3,
                    1.5,
                    [("Together 1.5", False)],
                    (0, 0),
                ),
                Level("Final", "dimension 0", 0.5, (), [Term("read", [0.5], [False])], 1, 0.5, [], None),
            ],
        ),
        {"before": [("Probability", "0.8")], "chosen": 1, "alt": "T.", "on_level": listen, "on_term": listen},
        own={
            "levels": [
                {
                    "name": "Logit",
                    "place": "of “<b>”",
                    "value": 1.5,
                    "factors": ["final", "W_U"],
                    "n_terms": 3,
                    "total": 1.5,
                }
                | {
                    "terms": [{"name": "<b>", "opens": [True, False]}],
                    "opened": [0, 0],
                    "says": [["Together 1.5", False]],
                },
                {"name": "Final", "place": "dimension 0", "value": 0.5, "factors": [], "n_terms": 1, "total": 0.5}
                | {"terms": [{"name": "read", "opens": [False]}], "opened": None, "says": []},
            ]
        },
        said=["Logit", "<b>", "0.5000", "−0.2500", "−0.1250", "2 others", "1.6250", "Together 1.5"],
        rows=[
            ["level", "number", "term", "first factor", "second factor", "product"],
            ["2", "Logit", "<b>", "0.5", "-0.25", "-0.125"],
        ],
    ),
    Sample(
        "tinted_sentences",
        ([Sentences("Sharp", "0.9", [Tinted([" ant", " <b>"], [0.25, 0.75], 1, 0)])],),
        {"alt": "S.", "on_sentence": listen},
        own={
            "groups": [
                {
                    "name": "Sharp",
                    "note": "0.9",
                    "sentences": [{"tokens": [" ant", " <b>"], "shares": [0.25, 0.75], "looks": 1, "looked_at": 0}],
                }
            ]
        },
        said=["Sharp", "ant", "<b>"],
        rows=[["", "sentence", "attends", "attended to", "weight"], ["Sharp", "ant <b>", "<b>", "ant", "0.25"]],
    ),
    Sample(
        "beam_tree",
        ([Branch(None, "la", 0.625, -0.5), Branch(0, "<x>", 0.25, -1.5, "dead"), Branch(0, "c", 0.125, -4.0)],),
        {"shown": 3, "alt": "S."},
        own={
            "branches": [
                {
                    "parent": None,
                    "token": "la",
                    "probability": 0.625,
                    "log_probability": -0.5,
                    "fate": "alive",
                    "step": 0,
                    "row": 0,
                },
                {
                    "parent": 0,
                    "token": "<x>",
                    "probability": 0.25,
                    "log_probability": -1.5,
                    "fate": "dead",
                    "step": 1,
                    "row": 0,
                },
                {
                    "parent": 0,
                    "token": "c",
                    "probability": 0.125,
                    "log_probability": -4.0,
                    "fate": "alive",
                    "step": 1,
                    "row": 1,
                },
            ],
            "steps": 2,
            "rows": 2,
        },
        unsaid=["shown"],
        said=["la", "<x>"],
        rows=[["step", "token", "p", "ln p of all", "fate"], ["1", "la", "0.625", "-0.5", "alive"]],
    ),
    Sample(
        "merge_tree",
        (
            [
                Block("b", "", 0, 0, 0, False),
                Block("<e>", "", 1, 1, 0, False),
                Block("b<e>", "no. 17", 0, 1, 1, True),
            ],
        ),
        {"alt": "M.", "says": SAYS},
        own={
            "blocks": [
                {"text": "b", "note": "", "first": 0, "last": 0, "row": 0, "token": False},
                {"text": "<e>", "note": "", "first": 1, "last": 1, "row": 0, "token": False},
                {"text": "b<e>", "note": "no. 17", "first": 0, "last": 1, "row": 1, "token": True},
            ]
        },
        said=["b<e>", "So."],
    ),
    Sample(
        "stacks",
        (
            [("encoder embedding", "Embedding", "2 x 4"), ("memory", "Memory", "2 x 4")],
            [("decoder embedding", "Embedding", "1 x 4"), ("decoder 1 cross", "Cross", "1 x 4")],
        ),
        {"source": ["ant"], "read": ["<s>"], "written": ["<b>"], "selected": "memory", "on_box": listen, "alt": "S."},
        own={
            "encoder": [["encoder embedding", "Embedding", "2 x 4"], ["memory", "Memory", "2 x 4"]],
            "decoder": [["decoder embedding", "Embedding", "1 x 4"], ["decoder 1 cross", "Cross", "1 x 4"]],
        },
        said=["Embedding", "Memory", "<b>"],
    ),
    Sample(
        "sentence",
        ([("<b>", True), (" looks.", False)],),
        {},
        own={"pieces": [["<b>", True], [" looks.", False]]},
        said=["<b>", "looks."],
    ),
    Sample("listing", (["# <a>", "import torch"],), {}, own={"lines": ["# <a>", "import torch"]}, said=["# <a>"]),
    Sample(
        "formula",
        (FORMULA,),
        {},
        own={"rows": FORMULA},
        said=["a", "=", "1", "2"],
    ),
    Sample(
        "differences",
        PARTS,
        {"alt": "D."},
        own={
            "parts": [{"header": part.header, "table": part.table, "dtype": "float32", "length": 36} for part in PARTS]
        },
        said=["6 of 9 numbers differ:", "ant · cat & dog"],
    ),
]
