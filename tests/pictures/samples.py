"""The samples of all pictures; a picture without one fails."""

import numpy as np

from headlight.parts.by_hand import Cut as CutParts
from headlight.pictures import (
    Asked,
    Branch,
    Group,
    Heads,
    Level,
    Read,
    Sentences,
    Square,
    Storey,
    Swap,
    Term,
    Then,
    Tinted,
)
from headlight.pictures.bars import Cut
from headlight.pictures.merge_tree import Block
from tests.pictures.caught import listen
from tests.pictures.sample import (
    ALL,
    CAUSAL,
    CELLS,
    FORMULA,
    GROUPS,
    HIDDEN,
    LARGE,
    MANY,
    PARTS,
    PATTERNS,
    SAYS,
    TOKENS,
    VALUES,
    WORDS,
    Sample,
)

SQUARE = {"rows": TOKENS, "columns": TOKENS, "noun": "weight"}
MATRIX = Sample("matrix", CAUSAL, **SQUARE, alt="M <&\"'>.", hidden=HIDDEN, zeros=True, attends=True)
MOSAIC = Sample("matrix", np.arange(1600).reshape(40, 40) / 1600, rows=MANY, columns=MANY, noun="weight", alt="M.")
GRID = {"tokens": TOKENS, "on_head": listen}
HEADS = Sample("head_grid", PATTERNS, hidden=HIDDEN, selected=(0, 1), names=[["", "x"]] * 2, **GRID)
RIBBONS = Sample(
    "alignment",
    np.array([[0.75, 0.25], [0.125, 0.875]]),
    source=["red", "<car>"], target=["voiture", "rouge"], marks=False, alt="A.",
)  # fmt: skip
EFFECTS = Sample("head_grid", PATTERNS - 0.3, **HEADS.named, extent=0.9)
LAYER = {"hidden": np.stack([HIDDEN] * 2), "names": ["first", ""], "silenced": {1}, "on_head": listen, **ALL}
SENTENCE = {"words": WORDS, "chosen": 2, "about": "Layer 1.", "alt": "L.", "on_choice": listen}

SAMPLES = [
    MATRIX,
    MOSAIC,
    Sample(
        "matrix",
        np.where(VALUES > 1, -np.inf, VALUES),
        scale="diverging", decimals=1, hidden=VALUES > 1, says=SAYS, selected=(1, 0), on_cell=listen, transposed=True,
        attends=True, **CELLS,
    ),
    Sample(
        "matrix",
        np.array([[2.0, -np.inf, -np.inf], [-3.0, -1.0, -np.inf], [np.nan, np.nan, np.nan]]),
        scale="scores", factor=0.5, zeros=True, **SQUARE, alt="M.", row=1, transposed=True, on_cell=listen,
    ),
    Sample("matrix", np.array([[2e-6, 0.5], [1.0, 0]]), rows=["a", "b"], columns=["x", "y"], noun="weight", alt="M.",
           plain=True, selected=(0, 1)),
    HEADS,
    EFFECTS,
    Sample(
        "head_grid",
        np.random.default_rng(2).random((3, 4, 3, 3)),
        hidden=HIDDEN, selected=(1, 0), names=[[""] * 4] * 3, across=True, group=2, largest=60, faded=[(0, 1)],
        transposed=True, **GRID,
    ),
    Sample(
        "head_grid",
        PATTERNS,
        hidden=HIDDEN, selected=(1, 0), names=[["", "x"]] * 2, order=[(1, 1), (0, 0), (1, 0), (0, 1)],
        clusters=[0, 0, 1, 2], **GRID,
    ),
    Sample(
        "head_grid",
        np.random.default_rng(2).random((30, 9, 3, 3)),
        hidden=HIDDEN, selected=(16, 4), names=[[""] * 9] * 30, across=True, group=3, tallest=520, **GRID,
    ),
    Sample("layer_heads", PATTERNS[0], **LAYER),
    Sample("layer_heads", PATTERNS[0], **LAYER, evenly=True),
    Sample("lines", CAUSAL[None], **ALL),
    Sample("lines", VALUES[None], tokens=["a", "b"], looked_at=list("cde"), alt="A.", on_choice=listen),
    Sample(
        "lines",
        np.stack([CAUSAL, CAUSAL[::-1]]),
        heads=Heads([0, 2], ["first", "", ""], 1, 3), chosen=("queries", [1, 2]), on_choice=listen, **ALL,
    ),
    RIBBONS,
    Sample(
        "alignment",
        VALUES,
        source=["a", "b", "c"], target=["d", "e"], joined_source={1}, joined_target={1}, alt="A.", translation="d e",
        says=SAYS,
    ),
    Sample(
        "alignment",
        np.diag([0.5, 1.0]),
        source=["a", "b"], target=["c", "b"], marks=False, alt="A.", drags=True, chosen=1, on_target=listen,
    ),
    Sample(
        "alignment",
        VALUES,
        source=["red", "car", "."], target=["voiture", "rouge"], marks=False, alt="A.", written=1,
    ),
    Sample(
        "film",
        np.stack([np.eye(3)[None, None], CAUSAL[None, None]]),
        np.array([[0.125, 0.25], [0.5, 0.25]]),
        at=1, head=(0, 0), names=[[""]], dial="step", following=["<b>", "cat"], **SENTENCE,
    ),
    Sample(
        "looks",
        LARGE,
        head=(0, 2), names=[["", "", ""]], following=[("<b>", 0.5)], **SENTENCE,
        read=Read(SAYS, 1.5, "b> cat", [("<", ".", "A book")], [0.5, None, 0.0], "Else:",
                  [Swap("dog", "<i>", "50%", True)]),
    ),
    Sample(
        "looks",
        LARGE,
        low=True, cut=CutParts([1], [(0, 2)]), edits=[(0, 2, 2, 0, 1)],
        head=(0, 2), names=[], following=[("ant", 0.99), ("bee", 0.004)], before=[0.5, 0.5],
        then=Then("Then.", 1, (0, 1)),
        sink=True, noun="weight", **SENTENCE,
    ),
    Sample(
        "looks",
        np.array([[[[1.0, 0, 0], [0.9, 0.1, 0], [0.58, 0.33, 0.09]]]]),
        head=(0, 0), names=[[""]], sink=True, costs=[0.5, 0.25, 0.0], why=SAYS, **SENTENCE,
        lost={"word": "ant", "had": 0.5, "has": [[0.25]]},
    ),
    Sample(
        "looks",
        np.zeros((1, 1, 3, 3)),
        head=(0, 0), compact=True, asked=Asked((0, 1), (1, 2), ("", "n"), ribbons=True), **SENTENCE,
    ),
    Sample(
        "curves",
        {"one": np.arange(3.0) ** 2, "other": np.array([1.0, np.nan, 0.5])},
        over=np.arange(3.0), axes=("x <", "y"), alt="C.", at=1.0, dashed=["other"],
    ),
    Sample(
        "curves",
        {"one": VALUES[0], "two": np.array([np.nan, -2.0, np.inf]), "three": VALUES[1]},
        axes=("x", "y"), alt="A.", over=np.array([1.0, 10, 100]), at=10.0, points=["two"], dashed=["three"],
        logarithmic="x", x_ticks=[1, 10], y_ticks=[0],
    ),
    Sample(
        "curves",
        {"none": np.full(3, np.nan)},
        axes=("x", "y"), alt="A.", over=np.arange(3.0), x_range=(0.0, 9.0), marks={"guess": 5.0}, offer="Click",
        on_place=listen, y_range=(0.0, 0.5),
    ),
    Sample(
        "column_chart",
        {"before": np.array([1.0, -0.5, 0.25]), "now": np.array([0.5, 0.25, -1.0])},
        labels=TOKENS, axes=("token", "y"), alt="C.", running_sum=True, notes=["n"] * 3, height=299, first=7,
    ),
    Sample(
        "curves",
        {"variance = d_k": np.array([1e-6, 1e-2, 1e-3, 1.0]), "b": np.full(4, 1.0), "c": np.full(4, 0.1)},
        axes=("d_k", "loss"), alt="C.", over=np.array([1.0, 10, 100, 1000]), logarithmic="xy", quantity="loss",
        at=100.0,
    ),
    Sample(
        "curves",
        {"run": np.array([0.0, 1, 2, 4, 8])},
        axes=("steps", "p"), alt="C.", over=np.array([0.0, 1, 2, 4, 8]), x_range=(0.0, 20.0), low=True,
        marks={"first": 0.2, "second": 1.0, "guess": 19.9, "learned": 19.0}, offer="Guess", on_place=listen,
        x_ticks=np.linspace(0, 20, 41).tolist(),
    ),
    Sample(
        "column_chart",
        {"added": np.array([-0.02, -0.05, -0.03])},
        labels=["0", "1", "2"], axes=("token", "added"), alt="C.", quantity="signed", limit=("a blind guess", -0.01),
    ),
    Sample(
        "column_chart",
        {"before": np.array([0.75, 1.5, 2.25]), "after": np.array([0.5, 1.25, 2.75])},
        labels=TOKENS, axes=("token", "loss"), alt="C.", quantity="loss",
    ),
    Sample(
        "strips",
        {"embedded": np.arange(15).reshape(3, 5) / 8, "positions": np.ones((3, 5))},
        places=[1, 2, 3], height=150, **ALL,
    ),
    Sample(
        "strips",
        {name: np.array([[1.0, -1.0]]) for name in ("queries", "keys", "values", "context = weights × X")},
        tokens=["ant"], alt="S.", height=24, extents={"keys": 2.0},
    ),
    Sample("plane", GROUPS, alt="P.", axes=("across", ""), framed=[0, 1], height=377),
    Sample(
        "plane",
        [Group(np.array([[0.5, 0.5], [1.0, 1.0]]), ["ant", "bee"], "query", asides=["", "(1, 1)"], size=5, step=0.5)],
        alt="P.", grid=(-1.0, 2.0), height=300, on_point=listen, on_drag=lambda *_: None,
    ),
    Sample("bars", [0.5, 0.125], labels=["ant", "<b>"], before=[0.25, 0.25], faded=[1], alt="B.", says=SAYS,
           quantity="probability"),
    Sample(
        "bars",
        [0.5, -0.25],
        labels=["a", "b"], alt="A.", asks="Cut {}", rest=("c", 0.0, None), on_bar=listen, notes=["n", "m"],
        quantity="signed", cuts=[Cut("top-k", [("1", 1.0), ("off", 3.0)], 1)],
    ),
    Sample(
        "bars",
        [11.0, 3.0],
        labels=["no mask", "masked"], before=[0.002, 3.0], alt="B.", quantity="loss", scale=None, asks="Cut {}",
        on_bar=listen, linked=True,
    ),
    Sample(
        "paths",
        TOKENS,
        levels=["states"], notes=["a", "b", "c"], alt="N.", lit=[(0, 0), (1, 1)], shares=[0.0, 0.5, 1.0],
        edges=[((0, 0), (1, 1)), ((0, 1), (1, 2))], on_ends=listen,
    ),
    Sample(
        "shuffles",
        np.array([[0, 0, 0], [0.5, 0.25, 1]]),
        names=["none", "rotary"], notes=["", "turned"], words=TOKENS, order=[2, 0, 1], extent=1.0, alt="S.",
    ),
    Sample(
        "table",
        {"token": TOKENS, "in": [True, False, True], "p": [0.1 + 0.2, -2.0, 1e-9], "q": ["0.5", "−", "1"]},
        formats={"p": "{:.2f}", "q": ""}, faded=[1], alt="T.",
    ),
    Sample(
        "word_grid",
        [[Square("ant", 0.123456, 0.1), Square("<b>", 1.0, 0.2)]],
        names=["layer 1"], columns=["at", "end"], quantities=["signed"] * 2, alt="W.", says=SAYS,
    ),
    Sample(
        "floors",
        [
            Storey("layer 1", [("attention", -0.5)], 0.25, 0.5, "<b>", 0.5),
            Storey("layer 2", (), 0.75, 1, "ant", 0.75, 0.5),
        ],
        word="ant", chosen=1, rises=False, alt="F.", on_floor=listen,
    ),
    Sample(
        "token_chips",
        TOKENS,
        notes=["5", "7", "11"], joined={1}, strong={2}, shares=[0.0, 0.5, 1.0], on_place=listen,
    ),
    Sample(
        "training_examples",
        TOKENS,
        ~HIDDEN,
        chances=np.array([0.5, 0.25]), losses=np.array([0.625, 1.5]), before=np.array([1.0, 0.5]), alt="E.",
    ),
    Sample(
        "term_tree",
        [
            Level("Logit", "of “<b>”", 1.5, ["final", "W_U"], [Term("<b>", [0.5, -0.25], [True, False])], 3, 1.5,
                  [("Together 1.5", False)], (0, 0)),
            Level("Final", "dimension 0", 0.5, (), [Term("read", [0.5], [False])], 1, 0.5, [], None),
        ],
        before=[("Probability", "0.8")], chosen=1, alt="T.", on_level=listen, on_term=listen,
    ),
    Sample(
        "tinted_sentences",
        [
            Sentences("Sharp", "0.9", [Tinted([" ant", " <b>"], [0.25, 0.75], 1, 0)]),
            Sentences("Even", "", [Tinted([" a"] * 14, [0.125] * 14, 13, None)]),
        ],
        alt="S.", on_sentence=listen,
    ),
    Sample(
        "beam_tree",
        [Branch(None, "la", 0.625, -0.5), Branch(0, "<x>", 0.25, -1.5, "dead"), Branch(0, "c", 0.125, -4.0)],
        shown=3, alt="S.",
    ),
    Sample(
        "merge_tree",
        [Block("b", "", 0, 0, 0, False), Block("<e>", "", 1, 1, 0, False), Block("b<e>", "no. 17", 0, 1, 1, True)],
        alt="M.", says=SAYS,
    ),
    Sample("merge_tree", [Block("<E2>", "", place, place, 0, True) for place in range(13)], alt="M."),
    Sample(
        "stacks",
        [("encoder embedding", "Embedding", "2 x 4"), ("memory", "Memory", "2 x 4")],
        [("decoder embedding", "Embedding", "1 x 4"), ("decoder 1 cross", "Cross", "1 x 4")],
        source=["ant"], read=["<s>"], written=["<b>"], selected="memory", on_box=listen, alt="S.",
    ),
    Sample("sentence", [("<b>", True), (" looks.", False)]),
    Sample("listing", ["# <a>", "import torch"]),
    Sample("formula", FORMULA),
    Sample("differences", *PARTS, alt="D."),
]  # fmt: skip

_NAMES = [sample.name for sample in SAMPLES]
# Each by its picture, and which of its samples it is.
NAMED = {f"{sample.name} {_NAMES[: at + 1].count(sample.name)}": sample for at, sample in enumerate(SAMPLES)}
