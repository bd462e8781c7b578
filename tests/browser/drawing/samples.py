"""One of each picture: what draws it, the words that stand in it, and the first two rows of its numbers."""

from collections.abc import Callable

import numpy as np
import pytest

from headlight.pictures import Branch, Cell, Group, Level, Screen, Sentences, Term, Tinted, Wire
from headlight.pictures.merge_tree import Block
from tests.browser.drawing.glass import KEY
from tests.sampled import sampled

# Most pictures are drawn on the light ground alone: of those that are drawn on both, `make test` asks the dark one.
BOTH_GROUNDS = pytest.mark.parametrize("ground", sampled(["light", "dark"], ["dark"]))
TOKENS = ["ant", "<b>", "cat & dog"]
CAUSAL = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]])
HIDDEN = np.triu(np.ones((3, 3), dtype=bool), 1)
PATTERNS = np.stack([CAUSAL, CAUSAL[::-1]] * 2).reshape(2, 2, 3, 3)


ALL = {"tokens": TOKENS, "alt": "A picture.", "key": KEY}


def labelled(screen: Screen, key: str = KEY, **named) -> None:
    screen.matrix(CAUSAL, rows=TOKENS, columns=TOKENS, noun="weight", alt="M.", key=key, hidden=HIDDEN, **named)


def with_zeros(screen: Screen) -> None:
    labelled(screen, zeros=True)


def mosaic(screen: Screen) -> None:
    many = [f"t{place}" for place in range(40)]
    screen.matrix(np.arange(1600).reshape(40, 40) / 1600, rows=many, columns=many, noun="weight", alt="M.", key=KEY)


def heads(screen: Screen) -> None:
    named = {"names": [["", ""]] * 2, "hidden": HIDDEN}
    screen.head_grid(PATTERNS, tokens=TOKENS, selected=(0, 1), key=KEY, on_head=print, **named)


def heads_by_effect(screen: Screen) -> None:
    named = {"names": [["", ""]] * 2, "hidden": HIDDEN}
    screen.head_grid(PATTERNS - 0.3, tokens=TOKENS, selected=(0, 1), key=KEY, on_head=print, extent=0.9, **named)


def one_layer(screen: Screen) -> None:
    hidden = np.stack([HIDDEN] * 2)
    screen.layer_heads(PATTERNS[0], hidden=hidden, names=["first", ""], silenced=[1], on_head=print, **ALL)


def threads(screen: Screen) -> None:
    screen.lines(CAUSAL[None], **ALL)


def ribbons(screen: Screen) -> None:
    weights = np.array([[0.75, 0.25], [0.125, 0.875]])
    screen.alignment(weights, source=["red", "<car>"], target=["voiture", "rouge"], marks=False, alt="A.", key=KEY)


def large(screen: Screen) -> None:
    patterns = np.stack([np.diag(row) for row in CAUSAL])[None]
    patterns[0, :, 2], patterns[0, 2] = CAUSAL, CAUSAL
    said = {"names": [["", "", ""]], "following": [("<b>", 0.5)], "about": "Layer 1.", "on_choice": print}
    words = [(word, True) for word in ("ant", "<b>", "cat")]
    screen.looks(patterns, words=words, chosen=2, head=(0, 2), alt="L.", key=KEY, **said)


def filmed(screen: Screen) -> None:
    patterns, words = (
        np.stack([np.eye(3)[None, None], CAUSAL[None, None]]),
        [(word, True) for word in ("ant", "<b>", "cat")],
    )
    said = {"names": [[""]], "following": ["<b>", "cat"], "about": "Layer 1.", "on_choice": print, "dial": "step"}
    chances = np.array([[0.125, 0.25], [0.5, 0.25]])
    screen.film(patterns, chances, at=1, words=words, chosen=2, head=(0, 0), alt="L.", key=KEY, **said)


def chances(screen: Screen) -> None:
    screen.bars(
        [0.5, 0.125], labels=["ant", "<b>"], before=[0.25, 0.25], faded=[1], alt="B.", key=KEY, says=[("So.", True)]
    )


def two_curves(screen: Screen) -> None:
    over = np.array([0.0, 1.0, 2.0])
    named = {"one": over**2, "other": np.array([1.0, np.nan, 0.5])}
    screen.curves(named, over=over, axes=("x <", "y"), alt="C.", key=KEY, at=1.0, dashed=["other"])


def upright(screen: Screen) -> None:
    named = {"before": np.array([1.0, -0.5, 0.25]), "now": np.array([0.5, 0.25, -1.0])}
    screen.column_chart(named, labels=TOKENS, axes=("token", "y"), alt="C.", key=KEY, running_sum=True)


def vectors(screen: Screen) -> None:
    screen.strips({"embedded": np.arange(15).reshape(3, 5) / 8, "positions": np.ones((3, 5))}, places=[1, 2, 3], **ALL)


def points(screen: Screen) -> None:
    groups = [
        Group(np.array([[0.0, 0.5], [1.0, 2.0]]), ["ant", "<b>"], "soft", name="words"),
        Group(np.array([[0.25, 0.5], [0.75, 0.25]]), ["s", "e"], "accent", path=True, dashed=True, hollow=True),
    ]
    screen.plane(groups, alt="P.", key=KEY, axes=("across", ""))


def network(screen: Screen) -> None:
    edges, lit = [((0, 0), (1, 1)), ((0, 1), (1, 2))], [(0, 0), (1, 1)]
    more = {"levels": ["states"], "notes": ["a", "b", "c"], "alt": "N.", "key": KEY}
    screen.paths(TOKENS, edges=edges, lit=lit, shares=[0.0, 0.5, 1.0], **more)


def cables(screen: Screen) -> None:
    drawn = [Wire(1, 0, 0, False), Wire(0, 2, 1, True)]
    screen.wires(drawn, np.array([0.5, -0.25]), words=TOKENS, n_layers=2, answer="<i>", alt="W.", key=KEY)


def other_order(screen: Screen) -> None:
    named = {"names": ["none", "rotary"], "notes": ["", "turned"], "words": TOKENS, "order": [2, 0, 1]}
    screen.shuffles(np.array([[0, 0, 0], [0.5, 0.25, 1]]), extent=1.0, alt="S.", key=KEY, **named)


def numbers(screen: Screen) -> None:
    screen.table({"token": TOKENS, "p": [0.1 + 0.2, -2.0, 1e-9]}, formats={"p": "{:.2f}"}, faded=[1], alt="T.", key=KEY)


def words(screen: Screen) -> None:
    rows = [[Cell("ant", "0.1", 0.0), Cell("<b>", "0.2", 1.0, strong=True, number=0.2)]]
    screen.word_grid(
        rows,
        names=["layer 1"],
        columns=["at", "end"],
        quantities=["signed"] * 2,
        alt="W.",
        key=KEY,
        says=[("So.", False)],
    )


def chips(screen: Screen) -> None:
    screen.token_chips(TOKENS, notes=["5", "7", "11"], joined={1}, strong={2}, shares=[0.0, 0.5, 1.0], key=KEY)


def examples(screen: Screen) -> None:
    screen.training_examples(
        TOKENS,
        np.tril(np.ones((3, 3), dtype=bool)),
        chances=np.array([0.5, 0.25]),
        losses=np.array([0.625, 1.5]),
        before=np.array([1.0, 0.5]),
        alt="E.",
        key=KEY,
    )


def sharp(screen: Screen) -> None:
    tinted = Tinted([" ant", " <b>"], [0.25, 0.75], 1, 0)
    screen.tinted_sentences([Sentences("Sharp", "", [tinted])], alt="S.", key=KEY, on_sentence=print)


def search(screen: Screen) -> None:
    branches = [Branch(None, "la", 0.625, -0.5), Branch(0, "<x>", 0.25, -1.5, "dead")]
    screen.beam_tree(branches, shown=2, alt="S.", key=KEY)


def opened(screen: Screen) -> None:
    products = [Term("<b>", [0.5, -0.25], [True, False])]
    levels = [
        Level("Logit", "of “<b>”", 1.5, ["final", "W_U"], products, 3, 1.5, [("Together 1.5", False)], (0, 0)),
        Level("Final", "dimension 0", 0.5, (), [Term("read", [0.5], [False])], 1, 0.5, [], None),
    ]
    listens = {"on_level": lambda level: {}, "on_term": lambda *term: {}}
    screen.term_tree(levels, before=[("Probability", "0.8")], chosen=1, alt="T.", key=KEY, **listens)


def merges(screen: Screen) -> None:
    blocks = [("b", "", 0, 0, 0, False), ("<e>", "", 1, 1, 0, False), ("b<e>", "no. 17", 0, 1, 1, True)]
    screen.merge_tree([Block(*block) for block in blocks], alt="M.", key=KEY)


def boxes(screen: Screen) -> None:
    encoder = [("encoder embedding", "Embedding", "2 x 4"), ("memory", "Memory", "2 x 4")]
    decoder = [("decoder embedding", "Embedding", "1 x 4"), ("decoder 1 cross", "Cross", "1 x 4")]
    names = {"source": ["ant"], "read": ["<s>"], "written": ["<b>"], "selected": "memory"}
    screen.stacks(encoder, decoder, **names, on_box=print, alt="S.", key=KEY)


def spoken(screen: Screen) -> None:
    screen.sentence([("<b>", True), (" looks.", False)], key=KEY)


def half(screen: Screen) -> None:
    screen.formula(
        [[["<math><mi>a</mi></math>"], ["<math><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"]]], key=KEY
    )


# What must stand in the file of each picture, and the first two rows of its numbers.
Sample = tuple[Callable[[], None], list[str], list[list[str]] | None]
PATTERN_ROWS = [["", *TOKENS], ["ant", "1", "0", "0"]]
SAMPLES: list[Sample] = [
    (with_zeros, ["ant", "0.75", "0", "0.38"], PATTERN_ROWS),
    (mosaic, ["t0"], [["", *(f"t{place}" for place in range(40))], ["t0", *map(str, np.arange(40) / 1600)]]),
    (heads, ["1", "2"], [["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "1", "0", "0"]]),
    (
        heads_by_effect,
        ["1", "2"],
        [["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "0.7", "-0.3", "-0.3"]],
    ),
    (
        one_layer,
        ["Head 1", "Head 2, off", "first", "0.75"],
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
    (
        other_order,
        ["rotary", "cat & dog", "largest change 1.00"],
        [["model", "position", "new position", "word", "change"], ["none", "0", "1", "ant", "0"]],
    ),
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
        opened,
        ["Logit", "<b>", "0.5000", "−0.2500", "−0.1250", "2 others", "1.6250", "Together 1.5"],
        [
            ["level", "number", "term", "first factor", "second factor", "product"],
            ["2", "Logit", "<b>", "0.5", "-0.25", "-0.125"],
        ],
    ),
    (
        sharp,
        ["Sharp", "ant", "<b>", "0.25"],
        [["", "sentence", "attends", "attended to", "weight"], ["Sharp", "ant <b>", "<b>", "ant", "0.25"]],
    ),
    (
        search,
        ["la", "<x>"],
        [
            ["step", "token", "p", "ln p of all", "fate"],
            ["1", "la", "0.625", "-0.5", "alive"],
            ["2", "<x>", "0.25", "-1.5", "dead"],
        ],
    ),
    (merges, ["merge 17", "b<e>"], None),
    (boxes, ["Embedding", "Memory", "<b>"], None),
    (spoken, ["<b>", " looks."], None),
    (half, ["a", "=", "1", "2"], None),
]
each_picture = pytest.mark.parametrize(("picture", "said", "rows"), SAMPLES, ids=[one[0].__name__ for one in SAMPLES])
