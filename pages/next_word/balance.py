"""The balance of a next word: the heads, FFNs and words that made its logit, and the rest of them in one row."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from headlight.pages.next_word import direct
from headlight.parts import vocabulary
from headlight.parts.asked import Ids
from headlight.parts.nouns import Model, State, cached, said
from headlight.pictures import Screen
from headlight.pictures.bars import Rest
from headlight.pictures.decimals import decimal, percent
from headlight.state import doors
from transformer import Head, Trace, attribution
from transformer.ranking import largest
from transformer.readings.attribution import HONOURS, can_attribute

ROWS = 9  # and one for the rest


class LogitPart(NamedTuple):
    """A part of the model, what it adds to the logit, and its name where it is cut."""

    name: str
    share: float
    label: str


def can_show(trace: Trace) -> bool:
    """Whether the logits of a pass are sums of what its parts wrote."""
    change = trace.intervention
    return can_attribute(trace.plan) and change.changed <= HONOURS


@cached(most=16)
def parts(model: Model, trace: Trace, word: Ids) -> tuple[list[LogitPart], float]:
    """The parts that made a logit, or the difference of two, the largest first, and what all others add."""
    found = attribution(model, trace, word)
    named = [LogitPart(f"FFN {layer}", float(share), f"ffn.{layer}") for layer, share in enumerate(found.ffns, start=1)]
    named += [
        LogitPart(f"head {Head(*head).label} from “{trace.words[key]}”", float(share), f"{Head(*head).label}.{key}")
        for (*head, key), share in np.ndenumerate(found.looks)
        if share
    ]
    first = [named[number] for number in largest(np.abs([part.share for part in named]), ROWS)]
    return first, found.total - sum(part.share for part in first)


def show(screen: Screen, state: State, trace: Trace, word: Ids, label: str, cut: direct.Cut | None = None) -> None:
    """Draw it as bars that sum to the logit, which softmax makes the probability; with a `cut` a click cuts one."""
    rows, rest = parts(state.model, trace, word)
    total = rest + sum(row.share for row in rows)
    hint = "Left of the line: against it."
    screen.heading(f"What made {label}?", f"{hint} Click one to cut it." if cut else hint)
    stage, ids = ("logit_difference", word) if isinstance(word, tuple) else ("logit", (word,))
    becomes = f"the logit of {label}"
    if isinstance(word, int):
        becomes += f"; softmax makes it {percent(float(vocabulary.probabilities(trace)[word]))}"

    def choose(number: int) -> Mapping[str, Any]:
        return cut.toggled(rows[number].label) if cut else {}

    screen.bars(
        [row.share for row in rows],
        labels=[row.name for row in rows],
        notes=[decimal(share, "+.1f") for share in (*(row.share for row in rows), rest)],
        quantity="signed",
        faded=[number for number, row in enumerate(rows) if cut and cut.has(row.label)],
        rest=Rest("all other parts", rest, None),
        alt=f"The parts that made the logit of {label}, the largest first, and the rest.",
        key="balance",
        says=said("They sum to **{total:.1f}**, {becomes}.", total=total, becomes=becomes),
        on_bar=choose if cut else None,
        asks="Cut {}, or heal it" if cut else "",
        shows=doors.shows(state, trace, stage, *ids),
    )
