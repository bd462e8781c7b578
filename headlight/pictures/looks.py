"""One sentence in large type: ribbons lead from one of its words to those it looks at, beside it what comes next."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, Protocol, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.decimals import percent, short_percent
from headlight.pictures.looks_read import LooksRead, LooksSwap, Read
from headlight.pictures.picture import Door, Drawn, OnChoose, Piece, Says, Still, picture, spoken
from headlight.pictures.svg_parts import MARGIN, TYPE, text, width_of
from headlight.pictures.svg_ribbons import APART, FAINT, LARGE, NOTE, RISE, bars, ribbon


class LooksWord(TypedDict):
    """A word of `Looks`, and whether it stands apart from the one before it."""

    text: str
    apart: bool


class LooksThen(TypedDict):
    """The offer under `Looks`: its words, and the position and the head that it leads to, or to a text of one's own."""

    words: str
    word: int
    head: tuple[int, int]
    own: bool


class LooksLost(TypedDict):
    """The loss without each head: the probability that a word had, and that it has, [layer][head]."""

    word: str
    had: float
    has: list[list[float]]


class LooksDemonstration(TypedDict):
    """A ribbon's end that is moved to another word, and the probabilities of what comes next then."""

    edit: tuple[int, int, int, int, int]
    chances: list[float]


class LooksCut(TypedDict):
    """The words and the heads of `Looks` that are cut."""

    words: list[int]
    heads: list[tuple[int, int]]


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
    before: list[float | None]
    edits: list[tuple[int, int, int, int, int | None]] | None
    cut: NotRequired[LooksCut | None]
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
    costs: NotRequired[list[float]]
    noun: NotRequired[str]
    held: NotRequired[bool]
    read: NotRequired[LooksRead | None]


_HAIR = 0.005  # the weight of the thinnest ribbon
ATTENTION = "attention"  # what a word gives to others, but where weights are no attention
_RESTS = "Some heads rest on the first word."  # said where there are heads to choose, and no word between is meant
_TOLD = 0.1  # the least that a sentence names past the first word


class Then(NamedTuple):
    """One more thing to find: a word, in a head, and the words that lead there; or `own`, to the sentence box."""

    words: str
    word: int
    head: tuple[int, int]
    own: bool = False


class Demonstration(NamedTuple):
    """A ribbon's end that is moved to another word, and the probabilities of what comes next then."""

    edit: tuple[int, int, int, int, int]  # layer, head, word that looks, word that it looked at, and looks at then
    chances: Sequence[float]


class Asked(NamedTuple):
    """A question about words: those that it is about, those that answer it by a click, and a note under each.

    Where `ribbons` will answer it, there is room for them already.
    """

    about: Sequence[int]
    answers: Sequence[int] = ()
    notes: Sequence[str] = ()
    ribbons: bool = False


class Scissors(Protocol):
    """The words and the heads that were cut."""

    @property
    def words(self) -> Sequence[int]: ...
    @property
    def heads(self) -> Sequence[tuple[int, int]]: ...


class Words(NamedTuple):
    """The words of a sentence, each as it is written and whether it is apart from the one before, and who attends.

    The `chosen` word attends in a `head`, whose `names` say in a few words what each head does: where they are none the
    patterns are those of the head alone. While a row of a matrix of the same board is pointed at, the word of its token
    is shown: `places` have of each token the number of its word. `noun` is what a word gives to others. With a `sink`
    heads rest on the first word: where most weight goes there, its ribbon is grey, and the sentence names a word after.
    Those that are `held` stay whatever is pointed at.
    """

    words: Sequence[tuple[str, bool]]
    chosen: int
    head: tuple[int, int]
    names: Sequence[Sequence[str]] = ()
    places: Sequence[int] = ()
    noun: str = ATTENTION
    sink: bool = False
    held: bool = False


class Next(NamedTuple):
    """The likeliest tokens after the last word with their probabilities, likeliest first, and `before` without edits.

    `shows` is where these open. `why` says why the first comes; of its pieces the strong ones are numbers, and
    `why_shows` says where each opens. With `costs`, a share of each word, the ribbons of the chosen word are of these,
    until a head is pointed at. `then` is offered under the sentence.
    """

    following: Sequence[tuple[str, float]] = ()
    before: Sequence[float] = ()
    shows: Door | None = None
    why: Says = ()
    why_shows: Sequence[Door] = ()
    costs: Sequence[float] = ()
    then: Then | None = None


class Extras(NamedTuple):
    """Further abilities of a sentence, and its size.

    A `low` one leaves out the heads to choose from, so that two share a screen; so does a `compact` one, in small type,
    for a view that has more to show. A low one that `awaits` what comes next keeps its room where nothing does yet, so
    that no word moves when it comes, and grows with the window.

    A ribbon's end can be moved to another word, or pulled off: `edits`, each [layer, head, word that looks, word that
    it looked at, word that it looks at now or None], are those that are drawn; with None the ends are fixed. A word
    that is `cut` is struck out, the ribbons of a head that is cut are dashed; with None nothing can be cut. With
    `lost` the squares can show what is lost without each head. The `demonstration` is seen once, by who comes for the
    first time. Words that are `asked` about attend to nothing yet; of them only those that answer can be chosen.
    `read` is what was read of the sentence in training.
    """

    low: bool = False
    compact: bool = False
    awaits: bool = False
    edits: Sequence[tuple[int, int, int, int, int | None]] | None = ()
    cut: Scissors | None = None
    lost: LooksLost | None = None
    demonstration: Demonstration | None = None
    asked: Asked | None = None
    read: Read | None = None


NOTHING, USUAL = Next(), Extras()


@picture(about="cells")
def looks(
    patterns: Float[Array, "layer head word word"],
    words: Words,
    coming: Next = NOTHING,
    extras: Extras = USUAL,
    *,
    about: str,
    alt: str,
    key: str,
    on_choice: OnChoose | None,
) -> Drawn[Looks]:
    """Draw where the chosen word looks in one head; the reader may point at another word, or at another head.

    `patterns` are the weights between all words in every head. `about` is said of the head. `on_choice` is called with
    ["word", place], ["head", [layer, head]], ["next", place among `following`], ["both", [place, [layer, head]]],
    ["edits", edits], ["cut", ["word" or "head", which]],
    ["place", number of a place that was read] or ["swap", number of a substitute].
    """
    demonstration, asked = extras.demonstration, extras.asked
    header: Looks = {
        "words": [{"text": word, "apart": apart} for word, apart in words.words],
        "chosen": words.chosen,
        "head": words.head,
        "names": [list(row) for row in words.names],
        "following": list(coming.following),
        "before": list(coming.before),
        "edits": None if extras.edits is None else list(extras.edits),
        "cut": {"words": list(extras.cut.words), "heads": list(extras.cut.heads)} if extras.cut else None,
        "about": about,
        "alt": alt,
        "low": extras.low,
        "awaits": extras.awaits,
        "shades": shades(patterns) if words.names else "",
        "then": LooksThen(**coming.then._asdict()) if coming.then else None,
        "compact": extras.compact,
        "places": list(words.places),
        "sink": words.sink,
        "lost": extras.lost,
        "demonstration": LooksDemonstration(**demonstration._asdict()) if demonstration else None,
        "why": list(coming.why),
        "costs": list(coming.costs),
        "asked": LooksAsked(**asked._asdict()) if asked else None,
        "read": _sent(extras.read) if extras.read else None,
    }
    if words.noun != ATTENTION:
        header["noun"] = words.noun
    if words.held:
        header["held"] = True
    if asked and asked.ribbons:
        answers = [_HAIR * (word in asked.answers) for word in range(len(words.words))]
        header["ghost"] = {"word": words.chosen, "weights": answers}
    whole = weights(patterns, words.chosen, words.head) if words.names else patterns[0, 0].ravel().astype(np.float32)
    table = table_of(header, [tables.field("following.*.0"), tables.field("following.*.1")])
    doors = [coming.shows, *coming.why_shows]
    return Drawn(header, whole, table, key=key, on_choice=on_choice, doors=doors)


@looks.says
def sentence(drawn: Drawn[Looks]) -> str:
    """Say what its script says: why the next word comes, else where the chosen word attends most, if anywhere."""
    return spoken(drawn.header.get("why", ())) or _attends(drawn)


def _attends(drawn: Drawn[Looks]) -> str:
    """Where the chosen word looks most; empty where it looks nowhere."""
    words, chosen = [word["text"] for word in drawn.header["words"]], drawn.header["chosen"]
    noun = drawn.header.get("noun", ATTENTION)
    row = drawn.values[chosen * len(words) : (chosen + 1) * len(words)]
    most = int(row.argmax())
    if drawn.header.get("sink") and most == 0 and (between := row[1:chosen]).size and between.max() >= _TOLD:
        most = 1 + int(between.argmax())
    if not row[most]:
        return ""
    if most == chosen:
        if chosen == 0 and noun == ATTENTION:
            return f"{words[0]} is the first word: it can attend only to itself."
        return f"{words[chosen]} keeps {percent(row[most])} of its {noun} for itself."
    gives = f"{words[chosen]} gives {percent(row[most])} of its {noun} to {words[most]}."
    return f"{gives} {_RESTS}" if drawn.header["names"] and most == 0 and chosen > 1 else gives


def _sent(read: Read) -> LooksRead:
    """Return it as the script is given it."""
    return {
        "says": list(read.says),
        "begins": read.begins,
        "end": read.end,
        "places": [{"before": before, "after": after, "source": source} for before, after, source in read.places],
        "eases": list(read.eases),
        "asks": read.asks,
        "swaps": [LooksSwap(**swap._asdict()) for swap in read.swaps],
    }


def shades(patterns: Float[Array, "layer head word word"]) -> str:
    """A byte for each weight, in base64: for colours alone."""
    return base64.b64encode((255 * patterns).round().astype(np.uint8).tobytes()).decode()


def weights(patterns: Float[Array, "layer head word word"], chosen: int, head: tuple[int, int]) -> Float[Array, " n"]:
    """Those of the head between all words, then those of the chosen word in every head."""
    return np.concatenate([patterns[head].ravel(), patterns[:, :, chosen].ravel()]).astype(np.float32)


def table_of(header: Mapping[str, Any], following: Sequence[tables.Labels], start: int = 0) -> tables.Table:
    """The table of a sentence: what comes next with its probability, then the weights, whose first is at `start`."""
    chosen = f": {header['words'][header['chosen']]['text']}"
    eases = (header.get("read") or {}).get("eases")
    shares = {"what hiding it costs": header.get("costs"), "changes that flip it": eases}
    costs = [[[what], [None], *([share] for share in row)] for what, row in shares.items() if row]
    sections = [
        tables.section([["next word: "]], following, joined=2, blank=True),
        *(tables.section(axis, blank=True) for axis in costs),
        tables.section([tables.field("words.*.text")], [[None]], start=start),
    ]
    if header["names"]:
        layers, heads = (tables.count(len(rows), 1) for rows in (header["names"], header["names"][0]))
        axes = [[["layer "]], [layers], [[", head "]], [heads], [[chosen]], [[None]]]
        sections.append(tables.section(*axes, joined=5))
    return tables.Table(
        titles=[tables.ATTENDING[0], "probability", tables.field("words.*.text")], labels=1, sections=sections
    )


@looks.still
def still(drawn: Drawn[Looks], palette: Mapping[str, Any]) -> Still:
    """A sentence in large type, the ribbons of its chosen word, and what comes next below."""
    header, values = drawn.header, drawn.values
    words, chosen = [word["text"] for word in header["words"]], header["chosen"]
    row = values[chosen * len(words) : (chosen + 1) * len(words)].astype(float)
    ends, x = list[tuple[float, float]](), float(MARGIN)
    for word in header["words"]:
        x += APART if word["apart"] and ends else 0
        ends.append((x, x := x + width_of([word["text"]], LARGE)))
    middles = [(start + end) / 2 for start, end in ends]
    reach = max(abs(middles[chosen] - middles[number]) for number in [chosen, *np.flatnonzero(row >= FAINT)])
    line = MARGIN + RISE * reach + 2 * TYPE + LARGE
    parts = []
    for number, (middle, weight) in enumerate(zip(middles, row.tolist(), strict=True)):
        if weight >= FAINT:
            if number != chosen:
                top = line - LARGE / 2 - 4 - 4 / 3 * RISE * abs(middle - middles[chosen])
                curve = f"M{middles[chosen]:g} {line - LARGE / 2:g}C{middles[chosen]:g} {top:g} {middle:g} {top:g}"
                parts.append(ribbon(f"{curve} {middle:g} {line - LARGE / 2:g}", weight, palette))
            parts.append(
                text(short_percent(weight), middle, line + LARGE / 2 + 8, palette["soft"], "middle", size=NOTE)
            )
        ink = palette["accent"] if number == chosen else palette["ink"]
        parts.append(text(words[number], middle, line, ink, "middle", size=LARGE))
    following = [
        {"label": token, "value": chance, "before": None, "note": short_percent(chance), "faded": False}
        for token, chance in header["following"]
    ]
    if not following:
        return Still(parts, x + MARGIN, line + LARGE / 2 + 20)
    below = bars(following, 1.0, ["probability"] * 2, palette)
    top = line + LARGE / 2 + 20
    parts.append(f'<g transform="translate(0 {top:g})">{"".join(below.parts)}</g>')
    return Still(parts, max(x + MARGIN, below.width), top + below.height)


@looks.outlined
def outline(now: Drawn[Looks], before: Drawn[Looks]) -> None:
    """Show the earlier ribbons and bars, if others are shown; how much room a sentence has is no change."""
    moved = now.values.tobytes() != before.values.tobytes() or now.header["following"] != before.header["following"]
    if moved and not now.header["before"]:
        show_pinned(now, before)


@looks.pinned
def show_pinned(now: Drawn[Looks], before: Drawn[Looks]) -> str:
    """Put the earlier ribbons and bars into a sentence; None stands for a bar that was not there."""
    word, words = before.header["chosen"], len(before.header["words"])
    chances = dict(before.header["following"])
    now.header["ghost"] = {"word": word, "weights": before.values[word * words : (word + 1) * words].tolist()}
    now.header["before"] = [chances.get(token) for token, _ in now.header["following"]]
    return "Grey ribbons and dashed bars"
