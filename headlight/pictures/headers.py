"""The headers of pictures: what each script is given in words and single numbers, beside its array.

`python -m headlight.pictures.contract` writes `browser/headers.d.ts` from these, which the scripts are checked against.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

Piece = tuple[str, bool]  # of a sentence; what is True is written strong
Says = Sequence[Piece]  # a sentence


class Plug(TypedDict):
    """Two rows of words over a `Matrix`, and the columns where one is put into the other: see `Plug`."""

    above: list[str]
    below: list[str]
    columns: list[int]
    name: str


class Matrix(TypedDict):
    """See `matrix`; `hidden` are bits, and `selected` is [row, column]."""

    rows: list[str]
    columns: list[str]
    noun: str
    alt: str
    scale: Literal["sequential", "diverging", "scores"]
    extent: float
    factor: float
    decimals: int
    hidden: str
    says: list[Piece]
    selected: tuple[int, int] | None
    row: int | None
    places: list[int]
    transposed: bool
    followed: int
    still: bool
    zeros: bool
    dragged: NotRequired[bool]
    plain: NotRequired[bool]
    plug: Plug | None


class Bar(TypedDict):
    """One of `Bars`."""

    label: str
    value: float
    before: float | None
    note: str
    faded: bool
    rest: NotRequired[bool]


class BarCut(TypedDict):
    """A line of `Bars`: its steps are [how it is called, the rows above the line], and it is `at` one of them."""

    name: str
    steps: list[tuple[str, float]]
    at: int


class Bars(TypedDict):
    """See `bars`; `colours` are the design tokens of what is above 0 and below, `ends` is said at the end."""

    bars: list[Bar]
    alt: str
    says: list[Piece]
    scale: float | None
    colours: list[str]
    ends: str
    cuts: NotRequired[list[BarCut]]
    asks: NotRequired[str]
    linked: bool


class Curves(TypedDict):
    """See `curves`; `colours` has no token where the picture does not know what it shows."""

    names: list[str]
    kinds: list[Literal["points", "dashed", "line"]]
    x_range: list[float] | None
    marks: dict[str, float] | None
    offer: str
    x_title: str
    y_title: str
    at: float | None
    logarithmic: str
    x_ticks: list[float]
    y_ticks: list[float]
    y_range: list[float]
    height: int
    above: int | None
    low: bool
    bare: bool
    alt: str
    colours: list[str]
    ends: str


class LooksWord(TypedDict):
    """A word of `Looks`, and whether it stands apart from the one before it."""

    text: str
    apart: bool


class LooksThen(TypedDict):
    """The offer under `Looks`: its words, and the position and the head that it leads to."""

    words: str
    word: int
    head: tuple[int, int]


class LooksLost(TypedDict):
    """The loss without each head: the probability that a word had, and that it has, [layer][head]."""

    word: str
    had: float
    has: list[list[float]]


class LooksDemonstration(TypedDict):
    """A ribbon's end that is moved to another word, and the probabilities of what comes next then."""

    edit: tuple[int, int, int, int, int]
    chances: list[float]


class LooksGhost(TypedDict):
    """Ribbons of another word, drawn pale behind."""

    word: int
    weights: list[float]


class LooksAsked(TypedDict):
    """A question in `Looks`: the words that it is about, those that answer it, and a note under each."""

    about: list[int]
    answers: list[int]
    notes: list[str]
    ribbons: bool


class Looks(TypedDict):
    """See `looks`; what a film does not give is not there."""

    words: list[LooksWord]
    chosen: int
    head: tuple[int, int]
    names: list[list[str]]
    following: list[tuple[str, float]]
    before: list[float]
    edits: list[tuple[int, int, int, int, int | None]] | None
    about: str
    alt: str
    shades: str
    low: NotRequired[bool]
    awaits: NotRequired[bool]
    then: NotRequired[LooksThen | None]
    compact: NotRequired[bool]
    places: NotRequired[list[int]]
    lost: NotRequired[LooksLost | None]
    demonstration: NotRequired[LooksDemonstration | None]
    still: NotRequired[bool]
    sink: NotRequired[bool]
    asked: NotRequired[LooksAsked | None]
    ghost: NotRequired[LooksGhost]
    why: NotRequired[list[Piece]]
    noun: NotRequired[str]


class Shuffles(TypedDict):
    """See `shuffles`; `order` are the old places in their new order."""

    names: list[str]
    notes: list[str]
    words: list[str]
    order: list[int]
    extent: float
    alt: str


class TreeTerm(TypedDict):
    """A term of a `TermTree`: of each of its factors, whether it opens."""

    name: str
    opens: list[bool]


class TreeLevel(TypedDict):
    """A column of a `TermTree`: see `Level`."""

    name: str
    place: str
    value: float
    factors: list[str]
    terms: list[TreeTerm]
    n_terms: int
    total: float
    says: list[Piece]
    opened: tuple[int, int] | None


class TermTree(TypedDict):
    """See `term_tree`."""

    before: list[tuple[str, str]]
    levels: list[TreeLevel]
    chosen: int
    alt: str


class Symbol(TypedDict):
    """A word of `Alignment`: whether it goes on with the one before it, and whether it stands for the end."""

    text: str
    joined: bool
    mark: bool


class Alignment(TypedDict):
    """See `alignment`; `written` is None for a translation that is whole."""

    source: list[Symbol]
    target: list[Symbol]
    translation: str
    says: list[Piece]
    written: int | None
    alt: str


class TreeBranch(TypedDict):
    """A branch of `BeamTree`, with its place in the whole tree: see `Branch`."""

    parent: int | None
    token: str
    probability: float
    log_probability: float
    fate: Literal["best", "alive", "ended", "dead"]
    step: int
    row: int


class BeamTree(TypedDict):
    """See `beam_tree`; `steps` and `rows` are those of the whole tree."""

    branches: list[TreeBranch]
    steps: int
    rows: int
    alt: str


class ColumnChart(TypedDict):
    """See `column_chart`; `limit` is [name, height]."""

    names: list[str]
    labels: list[str]
    first: int
    notes: list[str]
    sum: bool
    limit: tuple[str, float] | None
    x_title: str
    y_title: str
    height: int
    alt: str
    colours: list[str]
    ends: str


class Part(TypedDict):
    """One of two states in `Differences`: the header of its picture, and which of the bytes are its numbers."""

    header: dict[str, object]
    dtype: str
    length: int


class Differences(TypedDict):
    """See `differences`; `name` is that of the picture."""

    name: str
    parts: list[Part]
    alt: str


class Film(TypedDict):
    """See `film`; `labels` are the tokens of which `shown` follow, the rest is as in `Looks`."""

    words: list[LooksWord]
    chosen: int
    head: tuple[int, int]
    names: list[list[str]]
    labels: list[str]
    shown: int
    frames: int
    at: int
    dial: str
    about: str
    alt: str
    shades: str
    before: list[float]
    edits: list[tuple[int, int, int, int, int | None]]
    still: bool


class Formula(TypedDict):
    """See `formula`: rows of sides of elements of MathML."""

    rows: list[list[list[str]]]


class HeadGridChoice(TypedDict):
    """The fields of a `HeadGrid` that say which head is chosen."""

    selected: tuple[int, int]
    alt: str


class HeadGrid(HeadGridChoice):
    """See `head_grid`; `hidden` are bits, and a head is [layer, head]."""

    layers: int
    heads: int
    tokens: list[str]
    looked_at: list[str]
    hidden: str
    names: list[list[str]]
    transposed: bool
    across: bool
    order: list[tuple[int, int]]
    clusters: list[int]
    faded: list[tuple[int, int]]
    group: int
    largest: int
    tallest: int
    around: int
    extent: float | None
    counts_from: int


class LayerHeads(TypedDict):
    """See `layer_heads`; `hidden` are bits."""

    tokens: list[str]
    names: list[str]
    name_lines: int
    label_room: int
    silenced: list[int]
    hidden: str
    alt: str
    transposed: bool


class LinesHeads(TypedDict):
    """The heads of the layer in `Lines`: see `Heads`."""

    drawn: list[int]
    names: list[str]
    layer: int
    n_layers: int


class Lines(TypedDict):
    """See `lines`; `chosen` is [side, places]."""

    tokens: list[str]
    looked_at: list[str]
    alt: str
    heads: LinesHeads | None
    chosen: tuple[Literal["queries", "keys"], list[int]] | None


class Listing(TypedDict):
    """See `listing`."""

    lines: list[str]


class MergeBlock(TypedDict):
    """A block of `MergeTree`."""

    text: str
    note: str
    first: int
    last: int
    row: int
    token: bool


class MergeTree(TypedDict):
    """See `merge_tree`."""

    blocks: list[MergeBlock]
    alt: str
    says: list[Piece]


class Paths(TypedDict):
    """See `paths`; a node is [level, place]."""

    words: list[str]
    levels: list[str]
    lit: list[tuple[int, int]]
    shares: list[float]
    notes: list[str]
    alt: str
    low: bool


class PlaneGroup(TypedDict):
    """Points of `Plane` that look alike, without where they are: see `Group`."""

    name: str
    labels: list[str]
    asides: list[str]
    notes: list[str]
    colour: Literal["accent", "soft", "ink", "d_model", "d_head", "vocab", "query", "key", "value"]
    size: float
    named: bool
    path: bool
    dashed: bool
    hollow: bool
    arrow: bool
    step: float
    carried: list[list[float]] | None


class Plane(TypedDict):
    """See `plane`; `low` and `high` are [x, y] of what must be in the picture."""

    groups: list[PlaneGroup]
    x_title: str
    y_title: str
    low: list[float]
    high: list[float]
    height: int
    followed: int
    alt: str
    linked: bool
    grid: tuple[float, float] | None


class Sentence(TypedDict):
    """See `sentence`."""

    pieces: list[Piece]
    large: bool


class Stacks(TypedDict):
    """See `stacks`; a box is [name, what is written on it, shape]."""

    encoder: list[tuple[str, str, str]]
    decoder: list[tuple[str, str, str]]
    source: list[str]
    read: list[str]
    written: list[str]
    selected: str
    alt: str


class Strips(TypedDict):
    """See `strips`; `hues` are design tokens, empty where a strip has none of its own."""

    strips: list[str]
    hues: list[str]
    tokens: list[str]
    width: int
    extent: float
    extents: dict[str, float]
    height: int
    places: list[int]
    alt: str


class TableColumn(TypedDict):
    """A column of `Table`; a cell is [its text, what its card tells]."""

    name: str
    left: bool
    cells: list[tuple[str, str]]


class Table(TypedDict):
    """See `table`."""

    columns: list[TableColumn]
    faded: list[int]
    height: int | None
    alt: str


class TintedSentence(TypedDict):
    """A sentence of `TintedSentences`: see `Tinted`."""

    tokens: list[str]
    shares: list[float]
    looks: int
    looked_at: int


class TintedGroup(TypedDict):
    """Sentences of `TintedSentences` under one name."""

    name: str
    note: str
    sentences: list[TintedSentence]


class TintedSentences(TypedDict):
    """See `tinted_sentences`."""

    groups: list[TintedGroup]
    alt: str


class Chip(TypedDict):
    """A chip of `TokenChips`."""

    text: str
    note: str
    joined: bool
    strong: bool
    share: float | None
    number: float | None


class TokenChips(TypedDict):
    """See `token_chips`."""

    tokens: list[Chip]
    alt: str
    large: bool
    one_line: bool
    cards: bool


class TrainingExample(TypedDict):
    """A row of `TrainingExamples`: of each word whether it is in view, and how the answer was guessed."""

    seen: list[bool]
    answer: str
    chance: float
    loss: float
    before: float | None


class TrainingExamples(TypedDict):
    """See `training_examples`; `rest` says what is left out."""

    words: list[str]
    rows: list[TrainingExample]
    rest: str
    alt: str


class Wires(TypedDict):
    """See `wires`; a wire is [layer, head, word, cut]."""

    words: list[str]
    layers: int
    answer: str
    wires: list[tuple[int, int, int, bool]]
    alt: str
    says: list[Piece]


class WordRow(TypedDict):
    """A row of `WordGrid`; a cell is [text, note, share, strong, number]: see `Cell`."""

    name: str
    cells: list[tuple[str, str, float, bool, float | None]]


class WordGrid(TypedDict):
    """See `word_grid`."""

    rows: list[WordRow]
    columns: list[str]
    colours: list[list[str]]  # of each column: from 0 up, and below
    alt: str
    says: list[Piece]
