"""One of each picture: what draws it, the words that stand in it, and the first two rows of its numbers."""

from collections.abc import Callable

import numpy as np
import pytest

from headlight.pictures import (
    Cell,
    Continuation,
    Group,
    Sentences,
    Tinted,
    Wire,
    alignment,
    bars,
    columns,
    curves,
    film,
    formula,
    head_grid,
    layer_heads,
    lines,
    looks,
    matrix,
    merge_steps,
    paths,
    plane,
    search_step,
    sentence,
    stacks,
    strips,
    table,
    tinted_sentences,
    token_chips,
    training_examples,
    wires,
    word_grid,
)
from tests.browser.drawing.glass import KEY

TOKENS = ["ant", "<b>", "cat & dog"]
CAUSAL = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]])
HIDDEN = np.triu(np.ones((3, 3), dtype=bool), 1)
PATTERNS = np.stack([CAUSAL, CAUSAL[::-1]] * 2).reshape(2, 2, 3, 3)


ALL = {"tokens": TOKENS, "alt": "A picture.", "key": KEY}


def labelled(key: str = KEY, **named) -> None:
    matrix(CAUSAL, rows=TOKENS, columns=TOKENS, noun="weight", alt="M.", key=key, hidden=HIDDEN, **named)


def mosaic() -> None:
    many = [f"t{place}" for place in range(40)]
    matrix(np.arange(1600).reshape(40, 40) / 1600, rows=many, columns=many, noun="weight", alt="M.", key=KEY)


def heads() -> None:
    named = {"names": [["", ""]] * 2, "hidden": HIDDEN}
    head_grid(PATTERNS, tokens=TOKENS, selected=(0, 1), key=KEY, on_head=print, **named)


def heads_by_effect() -> None:
    named = {"names": [["", ""]] * 2, "hidden": HIDDEN}
    head_grid(PATTERNS - 0.3, tokens=TOKENS, selected=(0, 1), key=KEY, on_head=print, extent=0.9, **named)


def one_layer() -> None:
    hidden = np.stack([HIDDEN] * 2)
    layer_heads(PATTERNS[0], hidden=hidden, names=["first", ""], silenced=[1], on_head=print, **ALL)


def threads() -> None:
    lines(CAUSAL[None], **ALL)


def ribbons() -> None:
    weights = np.array([[0.75, 0.25], [0.125, 0.875]])
    alignment(weights, source=["red", "<car>"], target=["voiture", "rouge"], marks=False, alt="A.", key=KEY)


def large() -> None:
    patterns = np.stack([np.diag(row) for row in CAUSAL])[None]
    patterns[0, :, 2], patterns[0, 2] = CAUSAL, CAUSAL
    said = {"names": [["", "", ""]], "following": [("<b>", 0.5)], "about": "Layer 1.", "on_choice": print}
    words = [(word, True) for word in ("ant", "<b>", "cat")]
    looks(patterns, words=words, chosen=2, head=(0, 2), alt="L.", key=KEY, **said)


def filmed() -> None:
    patterns, words = (
        np.stack([np.eye(3)[None, None], CAUSAL[None, None]]),
        [(word, True) for word in ("ant", "<b>", "cat")],
    )
    said = {"names": [[""]], "following": ["<b>", "cat"], "about": "Layer 1.", "on_choice": print, "dial": "step"}
    chances = np.array([[0.125, 0.25], [0.5, 0.25]])
    film(patterns, chances, at=1, words=words, chosen=2, head=(0, 0), alt="L.", key=KEY, **said)


def chances() -> None:
    bars([0.5, 0.125], labels=["ant", "<b>"], before=[0.25, 0.25], faded=[1], alt="B.", key=KEY, says=[("So.", True)])


def two_curves() -> None:
    over = np.array([0.0, 1.0, 2.0])
    named = {"one": over**2, "other": np.array([1.0, np.nan, 0.5])}
    curves(named, over=over, axes=("x <", "y"), alt="C.", key=KEY, at=1.0, dashed=["other"])


def upright() -> None:
    named = {"before": np.array([1.0, -0.5, 0.25]), "now": np.array([0.5, 0.25, -1.0])}
    columns(named, labels=TOKENS, axes=("token", "y"), alt="C.", key=KEY, running_sum=True)


def vectors() -> None:
    strips({"embedded": np.arange(15).reshape(3, 5) / 8, "positions": np.ones((3, 5))}, first=1, **ALL)


def points() -> None:
    groups = [
        Group(np.array([[0.0, 0.5], [1.0, 2.0]]), ["ant", "<b>"], "soft", name="words"),
        Group(np.array([[0.25, 0.5], [0.75, 0.25]]), ["s", "e"], "accent", path=True, dashed=True, hollow=True),
    ]
    plane(groups, alt="P.", key=KEY, axes=("across", ""))


def network() -> None:
    edges, lit = [((0, 0), (1, 1)), ((0, 1), (1, 2))], [(0, 0), (1, 1)]
    more = {"levels": ["states"], "notes": ["a", "b", "c"], "alt": "N.", "key": KEY}
    paths(TOKENS, edges=edges, lit=lit, shares=[0.0, 0.5, 1.0], **more)


def cables() -> None:
    drawn = [Wire(1, 0, 0, False), Wire(0, 2, 1, True)]
    wires(drawn, np.array([0.5, -0.25]), words=TOKENS, n_layers=2, answer="<i>", alt="W.", key=KEY)


def numbers() -> None:
    table({"token": TOKENS, "p": [0.1 + 0.2, -2.0, 1e-9]}, formats={"p": "{:.2f}"}, faded=[1], alt="T.", key=KEY)


def words() -> None:
    rows = [[Cell("ant", "0.1", 0.0), Cell("<b>", "0.2", 1.0, strong=True, number=0.2)]]
    word_grid(rows, names=["layer 1"], columns=["at", "end"], alt="W.", key=KEY, says=[("So.", False)])


def chips() -> None:
    token_chips(TOKENS, notes=["5", "7", "11"], joined={1}, strong={2}, shares=[0.0, 0.5, 1.0], key=KEY)


def examples() -> None:
    training_examples(
        TOKENS,
        np.tril(np.ones((3, 3), dtype=bool)),
        chances=np.array([0.5, 0.25]),
        losses=np.array([0.625, 1.5]),
        before=np.array([1.0, 0.5]),
        alt="E.",
        key=KEY,
    )


def sharp() -> None:
    tinted = Tinted([" ant", " <b>"], [0.25, 0.75], 1, 0)
    tinted_sentences([Sentences("Sharp", "", [tinted])], alt="S.", key=KEY, on_sentence=print)


def search() -> None:
    search_step([Continuation("la ", "<x>", 0.625, -1.5, "kept")], alt="S.", key=KEY)


def merges() -> None:
    merge_steps([("letters", ["b", "<e>"], ()), ("merge 17", ["b<e>"], {0})], alt="M.", key=KEY)


def boxes() -> None:
    encoder = [("encoder embedding", "Embedding", "2 x 4"), ("memory", "Memory", "2 x 4")]
    decoder = [("decoder embedding", "Embedding", "1 x 4"), ("decoder 1 cross", "Cross", "1 x 4")]
    names = {"source": ["ant"], "read": ["<s>"], "written": ["<b>"], "selected": "memory"}
    stacks(encoder, decoder, **names, on_box=print, alt="S.", key=KEY)


def spoken() -> None:
    sentence([("<b>", True), (" looks.", False)], key=KEY)


def half() -> None:
    formula([[["<math><mi>a</mi></math>"], ["<math><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"]]], key=KEY)


# What must stand in the file of each picture, and the first two rows of its numbers.
Sample = tuple[Callable[[], None], list[str], list[list[str]] | None]
PATTERN_ROWS = [["", *TOKENS], ["ant", "1", "0", "0"]]
SAMPLES: list[Sample] = [
    (labelled, ["ant", "0.75", "0", "0.38"], PATTERN_ROWS),
    (mosaic, ["t0"], [["", *(f"t{place}" for place in range(40))], ["t0", *map(str, np.arange(40) / 1600)]]),
    (heads, ["1", "2"], [["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "1", "0", "0"]]),
    (
        heads_by_effect,
        ["1", "2"],
        [["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "0.7", "-0.3", "-0.3"]],
    ),
    (
        one_layer,
        ["Head 1", "Head 2, silenced", "first", "0.75"],
        [["head", "query position", "query", *TOKENS], ["1", "0", "ant", "1", "0", "0"]],
    ),
    (threads, ["queries look", "cat & dog"], PATTERN_ROWS),
    (ribbons, ["red", "<car>", "voiture"], [["", "red", "<car>"], ["voiture", "0.75", "0.25"]]),
    (filmed, ["cat", "0.13"], [["", "probability", "ant", "<b>", "cat"], ["next word: <b>", "0.5", "", "", ""]]),
    (
        large,
        ["ant", "cat", "0.50", "Layer 1."],
        [["", "probability", "ant", "<b>", "cat"], ["next word: <b>", "0.5", "", "", ""]],
    ),
    (chances, ["ant", "<b>", "0.250 → 0.500", "So."], [["", "value", "before"], ["ant", "0.5", "0.25"]]),
    (two_curves, ["x <", "one", "other"], [["x <", "one", "other"], ["0", "0", "1"]]),
    (upright, ["before", "now", "sum so far", "ant"], [["token", "before", "now"], ["ant", "1", "0.5"]]),
    (
        vectors,
        ["embedded", "positions"],
        [["", "position", "token", *"01234"], ["embedded", "1", "ant", "0", "0.125", "0.25", "0.375", "0.5"]],
    ),
    (points, ["ant", "<b>", "words", "across"], [["group", "label", "x", "y"], ["words", "ant", "0", "0.5"]]),
    (network, ["ant", "states"], [["position", "word", "share"], ["0", "ant", "0"]]),
    (numbers, ["token", "cat & dog", "0.30"], [["token", "p"], ["ant", str(0.1 + 0.2)]]),
    (
        words,
        ["layer 1", "<b>", "0.2"],
        [["", "at", "at: number", "end", "end: number"], ["layer 1", "ant", "0.1", "<b>", "0.2"]],
    ),
    (chips, ["ant", "<b>", "11"], [["position", "token", "note"], ["0", "ant", "5"]]),
    (
        examples,
        ["next token", "<b>", "0.500"],
        [["position", "next token", "p", "nats", "nats before"], ["1", "<b>", "0.5", "0.625", "1"]],
    ),
    (
        sharp,
        ["Sharp", "ant", "<b>", "0.25"],
        [["", "sentence", "looks", "looked at", "weight"], ["Sharp", "ant <b>", "<b>", "ant", "0.25"]],
    ),
    (
        search,
        ["la ", "<x>"],
        [["hypothesis", "piece", "p", "ln p of all", "fate"], ["la ", "<x>", "0.625", "-1.5", "kept"]],
    ),
    (merges, ["merge 17", "b<e>"], None),
    (boxes, ["Embedding", "Memory", "<b>"], None),
    (spoken, ["<b>", " looks."], None),
    (half, ["a", "=", "1", "2"], None),
]
each_picture = pytest.mark.parametrize(("picture", "said", "rows"), SAMPLES, ids=[one[0].__name__ for one in SAMPLES])
