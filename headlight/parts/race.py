"""Class, table and transformer: what each says comes next after beginnings that nobody has read, as lines."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from headlight.parts import read_before, vocabulary
from headlight.parts.words import capital
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.reading import reader
from headlight.reading.beginnings import BEGINNINGS, PLAYED, Beginning
from headlight.reading.cache import cached

TABLE, TRANSFORMER = "the table", "the transformer"
# Right first at every position from the sixth token on, measured by `python -m benchmarks looked_up`.
KNOWN = (
    "On new plain sentences the transformer is right first at 31% of all positions and the table at 20%. "
    "On text like their training it is 27% and 26%."
)


class Said(NamedTuple):
    """An answer: whether it is right, or for which share of a class, and what the right word gets."""

    right: float
    chance: float
    word: str = ""


class Rivals(NamedTuple):
    """The table's word, by the longest end that was read, and the transformer's.

    It is `further` where the transformer is right by the words before that end: with the end alone it is not.
    """

    table: Said
    transformer: Said
    end: str
    length: int  # in tokens
    times: int
    further: bool


@cached(most=len(BEGINNINGS) or 1)
def rivals(beginning: Beginning) -> Rivals:
    """Ask both. Each chooses among all tokens of the vocabulary."""
    model = reader.bundled()
    trace = model.trace(beginning.text)
    read = read_before.read(model, tuple(token.id for token in trace.tokens))
    followed, chances = dict(read.ids), vocabulary.probabilities(trace)
    right = model.tokenizer.ids(f"{beginning.text} {beginning.word}")[-1]
    by_table, by_model = max(followed, key=followed.__getitem__), int(chances.argmax())
    by_end = int(model.trace(read.end).next_logits.argmax())
    return Rivals(
        Said(by_table == right, followed.get(right, 0) / sum(followed.values()), vocabulary.shown(model, by_table)),
        Said(by_model == right, float(chances[right]), vocabulary.shown(model, by_model)),
        read.end.strip(),
        read.length,
        read.times,
        by_model == right != by_end,
    )


def told(beginning: Beginning) -> str:
    """Say what both said, and by what the table goes."""
    both = rivals(beginning)
    return (
        f"The table has read “{both.end}” {read_before.times(both.times)} and says “{both.table.word}”. The "
        f"transformer says “{both.transformer.word}” and gives “{beginning.word}” {percent(both.transformer.chance)}."
    )


def lines(screen: Screen, played: Sequence[Beginning], said: Sequence[Said], name: str) -> None:
    """Draw how many words were right after each beginning, by all three; after the last, say who was ahead.

    `name` is who plays against table and transformer, "the class" or "you", and `said` this to each that was played.
    """
    so_far = {
        who: np.cumsum([0.0, *(each.right for each in all_of)]) for who, all_of in _three(played, said, name).items()
    }
    words = {who: f"{values[-1]:.1f}".removesuffix(".0") for who, values in so_far.items()}
    if len(played) < PLAYED:
        title = ", ".join(f"{who} {right}" for who, right in words.items())
        screen.heading(capital(title), "Right words so far. Table and transformer choose among all 8,192 tokens.")
    else:
        first, *others = sorted(words, key=lambda who: -so_far[who][-1])
        behind = " and ".join(f"{who} {words[who]}" for who in others)
        screen.heading(capital(f"{first} had {words[first]} of {PLAYED} words right, {behind}"), why_ahead(played))
    screen.curves(
        so_far,
        over=np.arange(len(played) + 1.0),
        axes=("beginnings", "right words"),
        x_range=(0, PLAYED),
        y_range=(0, PLAYED),
        x_ticks=range(PLAYED + 1),
        y_ticks=range(0, PLAYED + 1, 2),
        at=len(played),
        alt=f"How many words were right after each beginning: {name}, the table, the transformer.",
        key="race",
        height=220,
    )
    if len(played) == PLAYED:
        screen.note(KNOWN)


def bits(screen: Screen, played: Sequence[Beginning], said: Sequence[Said], name: str) -> None:
    """Draw how surprising the right words were to all three, on average."""
    three = _three(played, said, name)
    means = [float(np.mean([_bits(each.chance) for each in all_of])) for all_of in three.values()]
    columns = {"": [capital(who) for who in three], "bits per word": means}
    screen.table(columns, formats={"bits per word": "{:.1f}"}, alt="Bits per word, by who played.", key="bits")
    screen.note("−log₂ of the share that gave the right word, 13 at most: one token of 8,192. Fewer is better.")


def _three(played: Sequence[Beginning], said: Sequence[Said], name: str) -> dict[str, Sequence[Said]]:
    both = [rivals(each) for each in played]
    return {name: said, TABLE: [each.table for each in both], TRANSFORMER: [each.transformer for each in both]}


def why_ahead(played: Sequence[Beginning]) -> str:
    """Say where the transformer beat the table, and why the table fails on new sentences."""
    both = [(each.word, rivals(each)) for each in played]
    lengths = [each.length for _, each in both]
    read = f"{min(lengths)} to {max(lengths)} tokens"
    fails = f"Nobody wrote these sentences before: of each the table has read only an end of {read}."
    found = [*dict.fromkeys(f"“{word}”" for word, each in both if each.further and not each.table.right)]
    if not found:
        return fails
    *most, last = found
    return (
        f"{fails} By words before it the transformer found {' and '.join([', '.join(most), last] if most else [last])}."
    )


def _bits(chance: float) -> float:
    """The surprise at the right word; who gives it nothing has as many bits as who draws any token."""
    return -float(np.log2(max(chance, 1 / reader.bundled().config.vocab_size)))
