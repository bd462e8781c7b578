"""One sentence in large type: ribbons lead from one of its words to those it looks at, beside it what comes next."""

import base64
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, Door, Drawn, OnChoose
from headlight.pictures.decimals import decimal
from headlight.pictures.headers import Looks, LooksAsked, LooksDemonstration, LooksLost, LooksThen, Says

_HAIR = 0.005  # the weight of the thinnest ribbon
ATTENTION = "attention"  # what a word gives to others, but where weights are no attention
_TOLD = 0.1  # the least that a sentence names past the first word


class Then(NamedTuple):
    """One more thing to find: a word, in a head, and the words that lead there."""

    words: str
    word: int
    head: tuple[int, int]


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


def looks(
    screen: Board,
    patterns: Float[Array, "layer head word word"],
    *,
    words: Sequence[tuple[str, bool]],
    chosen: int,
    head: tuple[int, int],
    names: Sequence[Sequence[str]],
    following: Sequence[tuple[str, float]],
    about: str,
    alt: str,
    key: str,
    on_choice: OnChoose | None,
    then: Then | None = None,
    before: Sequence[float] = (),
    edits: Sequence[tuple[int, int, int, int, int | None]] | None = (),
    low: bool = False,
    awaits: bool = False,
    compact: bool = False,
    places: Sequence[int] = (),
    shows: Door | None = None,
    lost: LooksLost | None = None,
    demonstration: Demonstration | None = None,
    sink: bool = False,
    why: Says = (),
    why_shows: Sequence[Door] = (),
    asked: Asked | None = None,
    noun: str = ATTENTION,
) -> None:
    """Draw where the chosen word looks in one head; the reader may point at another word, or at another head.

    `patterns` are the weights between all words in every head, whose `names` say in a few words what each does. `words`
    say of each word how it is written and whether it stands apart from the one before it. `following` are the likeliest
    tokens after the last word with their probabilities, likeliest first. `about` is said of the head, and `then` is
    offered, under the sentence. `on_choice` is called with ["word", place], ["head", [layer, head]], ["next", place
    among `following`] or ["both", [place, [layer, head]]]. A ribbon's end can be moved to another word, or pulled off:
    then it is called with ["edits", edits], each [layer, head, word that looks, word that it looked at, word that it
    looks at now or None]. `edits` are those that are drawn, `before` the probabilities without them; with None the ends
    are fixed. `low` leaves out the heads to choose from, so that two such pictures share a screen; so does `compact`,
    in small type, for a view that has more to show. A low one that `awaits` what comes next keeps its room where
    nothing does yet, so that no word moves when it comes, and grows with the window. Where `names` are none the
    patterns are those of the head alone, [1, 1, word, word]. While a row of a matrix of the same board is pointed at,
    the word of its token is shown: `places` have of each token the number of its word. `shows` is where the
    probabilities of `following` open. With `lost` the squares can show what is lost without each head: a `word`, the
    probability that it `had`, and that it `has` without each, [layer][head], or nothing where that is not known yet.
    The `demonstration` is seen once, by who comes for the first time. With a `sink` heads rest on the first word: where
    most weight goes there, its ribbon is grey, and the sentence names a word after it. `why` says why the first of
    `following` does; of its pieces the strong ones are numbers, and `why_shows` says where each opens. Words that are
    `asked` about attend to nothing yet; of them only those that answer can be chosen. `noun` is what a word
    gives to others.
    """
    header: Looks = {
        "words": [{"text": word, "apart": apart} for word, apart in words],
        "chosen": chosen,
        "head": head,
        "names": [list(row) for row in names],
        "following": list(following),
        "before": list(before),
        "edits": None if edits is None else list(edits),
        "about": about,
        "alt": alt,
        "low": low,
        "awaits": awaits,
        "shades": shades(patterns) if names else "",
        "then": LooksThen(**then._asdict()) if then else None,
        "compact": compact,
        "places": list(places),
        "sink": sink,
        "lost": lost,
        "demonstration": LooksDemonstration(**demonstration._asdict()) if demonstration else None,
        "why": list(why),
        "asked": LooksAsked(**asked._asdict()) if asked else None,
    }
    if noun != ATTENTION:
        header["noun"] = noun
    if asked and asked.ribbons:
        header["ghost"] = {"word": chosen, "weights": [_HAIR * (word in asked.answers) for word in range(len(words))]}
    numbers = weights(patterns, chosen, head) if names else patterns[0, 0].ravel().astype(np.float32)
    screen.picture("looks", header, numbers, key=key, on_choice=on_choice, doors=[shows, *why_shows])


def sentence(drawn: Drawn) -> str:
    """Where the chosen word looks most, as its script says it; empty where it looks nowhere."""
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
        return f"{words[chosen]} keeps {decimal(row[most])} of its {noun} for itself."
    return f"{words[chosen]} gives {decimal(row[most])} of its {noun} to {words[most]}."


def shades(patterns: Float[Array, "layer head word word"]) -> str:
    """A byte for each weight, in base64: for colours alone."""
    return base64.b64encode((255 * patterns).round().astype(np.uint8).tobytes()).decode()


def weights(patterns: Float[Array, "layer head word word"], chosen: int, head: tuple[int, int]) -> Float[Array, " n"]:
    """Those of the head between all words, then those of the chosen word in every head."""
    return np.concatenate([patterns[head].ravel(), patterns[:, :, chosen].ravel()]).astype(np.float32)
