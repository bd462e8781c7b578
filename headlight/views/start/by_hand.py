"""Attention edited by hand: ribbons that were moved to another word, or cut, as an intervention and in the address."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from headlight.frame.state import State
from transformer import UNCHANGED, Intervention
from transformer.config import Config
from transformer.edited_rows import with_weight
from transformer.head import Head
from transformer.words import Word

MOST = 8  # edits that are kept; each costs a pass


class Edit(NamedTuple):
    """One ribbon taken off the word that it led to; words are counted from 0."""

    head: Head
    query: int  # the word that looks
    source: int  # the word that it looked at
    target: int | None  # the one that it looks at instead; None: it is cut

    def written(self, found: Sequence[Word]) -> str:
        """The edit as the address has it, with the last token of each word: 6.5.8.4.1, or 6.5.8.4.x for a cut."""
        places = [found[word].tokens[-1] for word in (self.query, self.source)]
        target = "x" if self.target is None else found[self.target].tokens[-1]
        return f"{self.head.label}.{places[0]}.{places[1]}.{target}"


def parsed(text: str, found: Sequence[Word], config: Config) -> list[Edit]:
    """The edits of an address that this sentence can have; what cannot be is left out."""
    word_at = {place: number for number, word in enumerate(found) for place in word.tokens}
    edits = []
    for written in text.split()[:MOST]:
        layer, _, rest = written.partition(".")
        head, *places = rest.split(".")
        try:
            named = Head.parse(f"{layer}.{head}")
            query, source, target = [None if place == "x" else word_at[int(place)] for place in places]
        except (ValueError, KeyError):
            continue
        there = 0 <= named.layer < config.n_layers and 0 <= named.head < config.n_heads
        if there and query is not None and source is not None and max(source, target or 0) <= query:
            edits.append(Edit(named, query, source, target))
    return edits


def changed_by(edits: Sequence[Edit], found: Sequence[Word], state: State) -> Intervention:
    """The pass with these edits, one after the other: each takes its weights from the pass with those before it.

    A ribbon that is moved takes its weight along; where one is cut, the weights that are left sum to 1 again.
    """
    change = UNCHANGED
    for head, query, source, target in edits:
        place = found[query].tokens[-1]
        row = state.trace(change).layers[head.layer].pattern[head.head, place].astype(float)
        taken = list(found[source].tokens)
        if target is None:
            row = with_weight(row, taken, 0.0) if np.delete(row, taken).any() else np.zeros(len(row))
        else:
            moved = row[taken].sum()
            row[taken] = 0
            row[found[target].tokens[-1]] += moved
        others = [each for each in change.rows if each[:3] != (*head, place)]
        change = Intervention(rows=(*others, (*head, place, tuple(row.tolist()))))
    return change


def in_words(edits: Sequence[Edit], found: Sequence[Word]) -> str:
    """The last edit in a sentence."""
    head, query, source, target = edits[-1]
    looks = f"By hand: in {head.title} “{found[query].text}” "
    if target is None:
        return f"{looks}no longer looks at “{found[source].text}”."
    return f"{looks}looks at “{found[target].text}” in place of “{found[source].text}”."
