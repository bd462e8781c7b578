"""The samples of all pictures, of which these are cells, curves and ribbons; a picture without one fails."""

import numpy as np
import pytest

from headlight.pictures import Read, Swap
from headlight.pictures.board import hidden_bits
from tests.pictures.caught import listen
from tests.pictures.sample import (
    ALL,
    APART,
    CAUSAL,
    CELLS,
    GROUPS,
    HIDDEN,
    LARGE,
    MANY,
    PATTERN_ROWS,
    PATTERNS,
    SAYS,
    SOFT,
    TOKENS,
    VALUES,
    WORDS,
    Sample,
    words,
)
from tests.pictures.samples_of_words import OF_WORDS

SWAP = ("dog", "<i>", "50%", True)
MATRIX = Sample(
    "matrix",
    (CAUSAL,),
    {"rows": TOKENS, "columns": TOKENS, "noun": "weight", "alt": "M <&\"'>.", "hidden": HIDDEN, "zeros": True}
    | {"attends": True},
    own={"extent": 1.0, "hidden": hidden_bits(HIDDEN)},
    said=["ant", "0.75", "0", "0.38"],
    rows=PATTERN_ROWS,
)
MOSAIC = Sample(
    "matrix",
    (np.arange(1600).reshape(40, 40) / 1600,),
    {"rows": MANY, "columns": MANY, "noun": "weight", "alt": "M."},
    own={"extent": 1.0, "hidden": ""},
    said=["t0"],
    rows=[["", *MANY], ["t0", *map(str, np.arange(40) / 1600)]],
)
HEADS = Sample(
    "head_grid",
    (PATTERNS,),
    {"hidden": HIDDEN, "tokens": TOKENS, "selected": (0, 1), "names": [["", "x"]] * 2, "on_head": listen},
    own={"layers": 2, "heads": 2, "hidden": "ZAA=", "extent": None}  # 01100100 0
    | {"alt": "Attention patterns of 2 layers with 2 heads each over 3 tokens. Chosen: layer 1, head 2."},
    unsaid=["n_tokens"],
    said=["1", "2"],
    rows=[["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "1", "0", "0"]],
)
RIBBONS = Sample(
    "alignment",
    (np.array([[0.75, 0.25], [0.125, 0.875]]),),
    {"source": ["red", "<car>"], "target": ["voiture", "rouge"], "marks": False, "alt": "A."},
    own={"source": words(set(), "", "red", "<car>"), "target": words(set(), "", "voiture", "rouge")},
    unsaid=["marks", "joined_source", "joined_target"],
    said=["red", "<car>", "voiture"],
    rows=[["query \\ key", "red", "<car>"], ["voiture", "0.75", "0.25"]],
)
EFFECTS = Sample(
    "head_grid",
    (PATTERNS - 0.3,),
    {**HEADS.named, "extent": 0.9},
    own={"layers": 2, "heads": 2, "hidden": "ZAA="}
    | {"alt": "Effects of every cell of 2 layers with 2 heads each over 3 tokens. Chosen: layer 1, head 2."},
    unsaid=["n_tokens"],
    said=["1", "2"],
    rows=[["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "0.7", "-0.3", "-0.3"]],
)

SAMPLES: list[Sample] = [
    MATRIX,
    MOSAIC,
    Sample(
        "matrix",
        (np.where(VALUES > 1, -np.inf, VALUES),),
        CELLS
        | {"scale": "diverging", "decimals": 1, "hidden": VALUES > 1, "says": SAYS, "selected": (1, 0)}
        | {"on_cell": listen, "transposed": True, "attends": True},
        own={"extent": 1.0, "hidden": hidden_bits(VALUES > 1)},
        said=["a", "0.3", "So."],
        rows=[["key \\ query", "a", "b"], ["x", "0", "0.75"]],
    ),
    HEADS,
    EFFECTS,
    Sample(
        "layer_heads",
        (PATTERNS[0],),
        {"hidden": np.stack([HIDDEN] * 2), "names": ["first", ""], "silenced": {1}, "on_head": listen, **ALL},
        own={"hidden": hidden_bits(np.stack([HIDDEN] * 2))}
        | {"alt": "A picture. Enter enlarges a head, S switches it off or on."},
        said=["Head 1", "Head 2, off", "first", "0.75"],
        rows=[["head", "query position", "query", *TOKENS], ["1", "0", "ant", "1", "0", "0"]],
    ),
    Sample(
        "layer_heads",
        (PATTERNS[0],),
        {"hidden": np.stack([HIDDEN] * 2), "names": ["first", ""], "silenced": {1}, "evenly": True, "on_head": listen}
        | ALL,
        own={"hidden": hidden_bits(np.stack([HIDDEN] * 2))}
        | {"alt": "A picture. Enter enlarges a head, S spreads it evenly or back."},
        said=["Head 1", "Head 2, even", "first", "0.75"],
        rows=[["head", "query position", "query", *TOKENS], ["1", "0", "ant", "1", "0", "0"]],
    ),
    Sample("lines", (CAUSAL[None],), ALL, said=["queries look", "cat & dog"], rows=PATTERN_ROWS),
    Sample(
        "lines",
        (VALUES[None],),
        {"tokens": ["a", "b"], "looked_at": list("cde"), "alt": "A.", "on_choice": listen},
        said=["a", "c"],
        rows=[["query \\ key", *"cde"], ["a", "0", "0.25", "0.5"]],
    ),
    RIBBONS,
    Sample(
        "alignment",
        (VALUES,),
        {"source": ["a", "b", "c"], "target": ["d", "e"], "joined_source": {1}, "joined_target": {1}, "alt": "A."}
        | {"translation": "d e", "says": SAYS},
        own={"source": words({"b"}, "c", "a", "b", "c"), "target": words({"e"}, "e", "d", "e")},
        unsaid=["marks", "joined_source", "joined_target"],
        said=["a", "d", "So."],
        rows=[["query \\ key", *"abc"], ["d", "0", "0.25", "0.5"]],
    ),
    Sample(
        "alignment",
        (np.diag([0.5, 1.0]),),
        {"source": ["a", "b"], "target": ["c", "b"], "marks": False, "alt": "A.", "drags": True, "chosen": 1}
        | {"on_target": listen},
        own={"source": words(set(), "", "a", "b"), "target": words(set(), "", "c", "b")},
        unsaid=["marks", "joined_source", "joined_target"],
        said=["a", "c"],
        rows=[["share restored", *"ab"], ["c", "0.5", "0"]],
    ),
    Sample(
        "film",
        (np.stack([np.eye(3)[None, None], CAUSAL[None, None]]), np.array([[0.125, 0.25], [0.5, 0.25]])),
        {"at": 1, "words": WORDS, "chosen": 2, "head": (0, 0), "alt": "L.", "names": [[""]], "dial": "step"}
        | {"following": ["<b>", "cat"], "about": "Layer 1.", "on_choice": listen},
        own={
            "words": APART,
            "labels": ["<b>", "cat"],
            "shown": 5,
            "frames": 2,
            "shades": "/wAAQL8AgCBg",
            "before": [],
            "edits": [],
        }
        | {"still": True},
        unsaid=["following"],
        said=["cat", "13%"],
        rows=[["query \\ key", "probability", "ant", "<b>", "cat"], ["next word: <b>", "0.5", "", "", ""]],
    ),
    Sample(
        "looks",
        (LARGE,),
        {"words": WORDS, "chosen": 2, "head": (0, 2), "alt": "L.", "names": [["", "", ""]], "following": [("<b>", 0.5)]}
        | {"about": "Layer 1.", "on_choice": listen}
        | {"read": Read(SAYS, 1.5, "b> cat", [("<", ".", "A book")], [0.5, None, 0.0], "Else:", [Swap(*SWAP)])},
        own={"words": APART, "shades": "/wAAAAAA/wAAQAAAAL8AQL8A/wAAQL8AgCBg"}
        | {
            "read": {
                "says": [list(piece) for piece in SAYS],
                "begins": 1.5,
                "end": "b> cat",
                "eases": [0.5, None, 0.0],
            }
            | {"places": [{"before": "<", "after": ".", "source": "A book"}], "asks": "Else:"}
            | {"swaps": [dict(zip(Swap._fields, SWAP, strict=True))]}
        },
        unsaid=["noun", "held"],
        said=["ant", "cat", "50%", "Layer 1.", "So.", "Else:", "dog → "],
        rows=[["query \\ key", "probability", "ant", "<b>", "cat"], ["next word: <b>", "0.5", "", "", ""]],
    ),
    Sample(
        "curves",
        ({"one": np.arange(3.0) ** 2, "other": np.array([1.0, np.nan, 0.5])},),
        {"over": np.arange(3.0), "axes": ("x <", "y"), "alt": "C.", "at": 1.0, "dashed": ["other"]},
        own={"names": ["one", "other"], "kinds": ["line", "dashed"], "y_range": [0.0, 4.0], "colours": [], "ends": ""},
        unsaid=["over", "quantity", "points", "dashed"],
        said=["x <", "one", "other"],
        rows=[["x <", "one", "other"], ["0", "0", "1"]],
    ),
    Sample(
        "curves",
        ({"one": VALUES[0], "two": np.array([np.nan, -2.0, np.inf]), "three": VALUES[1]},),
        {"axes": ("x", "y"), "alt": "A.", "over": np.array([1.0, 10, 100]), "at": 10.0, "points": ["two"]}
        | {"dashed": ["three"], "logarithmic": "x", "x_ticks": [1, 10], "y_ticks": [0]},
        own={
            "names": ["one", "two", "three"],
            "kinds": ["line", "points", "dashed"],
            "y_range": [-2.0, 1.25],
            "colours": [],
            "ends": "",
        },
        unsaid=["over", "quantity", "points", "dashed"],
        said=["x", "two"],
        rows=[["x", "one", "two", "three"], ["1", "0", "", "0.75"]],
    ),
    Sample(
        "curves",
        ({"none": np.full(3, np.nan)},),
        {"axes": ("x", "y"), "alt": "A.", "over": np.arange(3.0), "x_range": (0.0, 9.0), "marks": {"guess": 5.0}}
        | {"offer": "Click", "on_place": listen, "y_range": (0.0, 0.5)},
        own={"names": ["none"], "kinds": ["line"], "y_range": [0.0, 0.5], "colours": [], "ends": ""},
        unsaid=["over", "quantity", "points", "dashed"],
        said=["x", "guess"],
        rows=[["x", "none"], ["0", ""]],
    ),
    Sample(
        "column_chart",
        ({"before": np.array([1.0, -0.5, 0.25]), "now": np.array([0.5, 0.25, -1.0])},),
        {"labels": TOKENS, "axes": ("token", "y"), "alt": "C.", "running_sum": True, "notes": ["n"] * 3, "height": 299}
        | {"first": 7},
        own={"names": ["before", "now"], "sum": True, **SOFT},
        unsaid=["quantity", "running_sum"],
        said=["before", "now", "sum so far", "ant"],
        rows=[["token", "before", "now"], ["ant", "1", "0.5"]],
    ),
    Sample(
        "strips",
        ({"embedded": np.arange(15).reshape(3, 5) / 8, "positions": np.ones((3, 5))},),
        {"places": [1, 2, 3], "height": 150, **ALL},
        own={"strips": ["embedded", "positions"], "hues": ["", ""], "width": 5}
        | {"extent": pytest.approx(2 * np.sqrt(np.mean([*(np.arange(15) / 8) ** 2, *np.ones(15)])), rel=1e-6)},
        said=["embedded", "positions"],
        rows=[["", "position", "token", *"01234"], ["embedded", "1", "ant", "0", "0.125", "0.25", "0.375", "0.5"]],
    ),
    Sample(
        "plane",
        (GROUPS,),
        {"alt": "P.", "axes": ("across", ""), "framed": [0, 1], "height": 377},
        own={
            "groups": [
                {
                    name: list(value) if name in ("asides", "notes") else value
                    for name, value in vars(group).items()
                    if name != "points"
                }
                for group in GROUPS
            ],
            "low": [0, 0.25],
            "high": [1, 2],
        },
        unsaid=["framed"],
        said=["ant", "<b>", "words", "across"],
        rows=[["group", "label", "x", "y"], ["words", "ant", "0", "0.5"]],
    ),
    *OF_WORDS,
]
