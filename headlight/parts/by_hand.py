"""Attention changed by hand in a hero: a ribbon moved to another word or cut, a word or a head that is cut.

In the address a ribbon is 6.5.8.4.1 (layer, head, word that looks, from, to; x in place of the last for a cut), a head
that is cut is 6.5.x, a word that is cut 4.x: words by their last token.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from headlight.parts import dials, vocabulary
from headlight.pictures.decimals import percent
from headlight.reading import sentences
from headlight.state.state import State
from transformer import Config, Head, Intervention, Trace
from transformer.edited_rows import with_rows, without
from transformer.edits import silence
from transformer.plan import Plan
from transformer.words import Word, words_of

MOST = 8  # edits that are kept; each costs a pass
_CUT = "x"


class MovedRibbon(NamedTuple):
    """One ribbon taken off the word that it led to; words are counted from 0."""

    head: Head
    query: int  # the word that looks
    source: int  # the word that it looked at
    target: int | None  # the one that it looks at instead; None: it is cut

    def written(self, sentence: Sequence[Word]) -> str:
        """The edit as the address has it, with the last token of each word: 6.5.8.4.1, or 6.5.8.4.x for a cut."""
        places = [sentence[word].tokens[-1] for word in (self.query, self.source)]
        target = _CUT if self.target is None else sentence[self.target].tokens[-1]
        return f"{self.head.label}.{places[0]}.{places[1]}.{target}"


class Cut(NamedTuple):
    """The words that no later one attends to, and the heads that nobody hears."""

    words: Sequence[int] = ()
    heads: Sequence[Head] = ()

    def turned(self, kind: str, which: Any) -> "Cut":
        """Return it with one more word or head cut, or with that one healed."""
        if kind == "head":
            head = Head(*which)
            return self._replace(heads=[*(set(self.heads) ^ {head})])
        return self._replace(words=[*(set(self.words) ^ {int(which)})])


class Edits(NamedTuple):
    """All that is moved and cut in a sentence."""

    sentence: Sequence[Word]
    ribbons: Sequence[MovedRibbon] = ()
    cut: Cut = Cut()

    def keys(self, edits: Sequence[MovedRibbon], cut: Cut) -> dict[str, str | None]:
        """The keys that these edits set."""
        last = [self.sentence[word].tokens[-1] for word in sorted(cut.words) if word < len(self.sentence)]
        pieces = [f"{place}.{_CUT}" for place in last] + [f"{head.label}.{_CUT}" for head in sorted(cut.heads)]
        return {"edited": " ".join([*pieces, *(edit.written(self.sentence) for edit in edits)][:MOST]) or None}

    def on_click(self, kind: str, value: Any) -> dict[str, Any]:
        """The keys of a click: ["edits", edits], or ["cut", ["word", which]] and ["cut", ["head", [layer, head]]]."""
        if kind == "edits":
            return self.keys([MovedRibbon(Head(*numbers[:2]), *numbers[2:]) for numbers in value], self.cut)
        what, which = value
        back = {"query": None} if what == "word" else {}  # what comes of it is seen from the last word
        return {**self.keys(self.ribbons, self.cut.turned(what, which)), **back}


class ByHand(NamedTuple):
    """The passes without the edits of a sentence and with them."""

    edits: Edits
    plain: Trace
    trace: Trace

    @property
    def possible(self) -> bool:
        """Whether the model predicts a next word, which shows what an edit does."""
        return self.plain.plan.predicts == "next"

    @property
    def changed(self) -> bool:
        """Whether anything is."""
        return self.trace is not self.plain

    def said(self, state: State) -> str:
        """Say what was changed, and what became of the token that was most likely to come next."""
        sentence, ribbons, cut = self.edits
        said = [sentences.CUT_WORD.format(word=sentence[word].text) for word in cut.words]
        said += [sentences.CUT_HEAD.format(head=head.title) for head in cut.heads]
        said += [edited_text(ribbons, sentence)] if ribbons else []
        before, after = (vocabulary.probabilities(trace) for trace in (self.plain, self.trace))
        return f"{' '.join(said)} {moved(sentences.GOES, state, before, after)}"


def read(state: State, plain: Trace, text: str | None = None) -> ByHand:
    """The edits of a state on top of a pass over the text of the box, or over another."""
    sentence = words_of(plain.text, plain.tokens)
    unedited = ByHand(Edits(sentence), plain, plain)
    if not state[dials.EDITED].strip() or not unedited.possible:
        return unedited
    ribbons, cut = parsed(state[dials.EDITED], sentence, plain.plan)
    ribbons = [edit for edit in ribbons if edit.head not in plain.intervention.silent]
    changed = changed_by(ribbons, sentence, state, with_cut(plain, sentence, cut), text)
    trace = plain if changed == plain.intervention else state.trace(changed, text)
    return ByHand(Edits(sentence, ribbons, cut), plain, trace)


def moved(sentence: str, state: State, before: np.ndarray, after: np.ndarray) -> str:
    """Say what became of the token that was most likely to come next."""
    id = int(before.argmax())
    return sentence.format(word=vocabulary.shown(state.model, id), had=percent(before[id]), has=percent(after[id]))


def parsed(text: str, sentence: Sequence[Word], sizes: Config | Plan) -> tuple[list[MovedRibbon], Cut]:
    """The edits of an address that this sentence can have; what cannot be is left out."""
    word_at = {str(position): number for number, word in enumerate(sentence) for position in word.tokens}
    edits, words, heads = list[MovedRibbon](), list[int](), list[Head]()
    for piece in text.split()[:MOST]:
        *named, last = piece.split(".")
        if last == _CUT and len(named) == 1 and word_at.get(named[0], len(sentence)) < len(sentence) - 1:
            words.append(word_at[named[0]])
            continue
        try:
            head = Head.parse(".".join(named[:2]))
            places = [None if position == _CUT else word_at[position] for position in (*named[2:], last)]
        except (ValueError, KeyError):
            continue
        match places if head.is_in(sizes) else ():
            case [None]:
                heads.append(head)
            case [int(query), int(source), target] if max(source, target or 0) <= query:
                edits.append(MovedRibbon(head, query, source, target))
    cut = Cut([*dict.fromkeys(words)], [*dict.fromkeys(heads)])
    return [edit for edit in edits if edit.head not in cut.heads], cut


def with_cut(plain: Trace, sentence: Sequence[Word], cut: Cut) -> Intervention:
    """The change of a pass with these words hidden from all that come after, and these heads switched off."""
    change = plain.intervention
    if cut.words:
        may_look = ~np.isneginf(plain.layers[0].masked[0])
        hidden = {
            (query, key)
            for word in cut.words
            for key in sentence[word].tokens
            for query in range(len(may_look))
            if query not in sentence[word].tokens and may_look[query, key]
        }
        change = replace(change, toggled=change.toggled ^ hidden)
    return change.with_edits(*(silence(head) for head in sorted(cut.heads)))


def changed_by(
    edits: Sequence[MovedRibbon], sentence: Sequence[Word], state: State, change: Intervention, text: str | None = None
) -> Intervention:
    """The change with these edits too, one after the other: each takes its weights from the pass with those before it.

    A ribbon that is moved takes its weight along; where one is cut, the weights that are left sum to 1 again.
    """
    for head, query, source, target in edits:
        position = sentence[query].tokens[-1]
        row = state.trace(change, text).layers[head.layer].pattern[head.head, position].astype(float)
        taken = list(sentence[source].tokens)
        if target is None:
            row = without(row, taken) if np.delete(row, taken).any() else np.zeros(len(row))
        else:
            weight = row[taken].sum()
            row[taken] = 0
            row[sentence[target].tokens[-1]] += weight
        change = with_rows(change, *head, {position: row})
    return change


def edited_text(edits: Sequence[MovedRibbon], sentence: Sequence[Word]) -> str:
    """The last edit in a sentence."""
    head, query, source, target = edits[-1]
    named = {"head": head.title, "word": sentence[query].text, "source": sentence[source].text}
    if target is None:
        return sentences.CUT.format(**named)
    return sentences.MOVED.format(**named, target=sentence[target].text)
