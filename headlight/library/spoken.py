"""Words of a result, in a line or a small table, where a shell or a notebook shows it; its numbers are as ever."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy import ndarray as Array

from headlight.library.asked import AskedRun
from transformer import Edit, Head
from transformer.brief import as_html
from transformer.readings.attribution import Attribution
from transformer.readings.flips import TriedWord
from transformer.readings.lens import ranks
from transformer.readings.patching import Estimated
from transformer.readings.why import Why

_MOST = 5  # lines of a table
_SIGNED = "+.2f"


def _said(found: Any, /) -> str:
    return found.says


def _as_html(found: Any, /) -> str:
    return as_html(repr(found))


class Numbers(np.ndarray):
    """An array that says what is in it; a part of it, or what is computed of it, is an array like any other."""

    says: str = ""

    @classmethod
    def of(cls, array: Array, says: str) -> "Numbers":
        """Give the numbers their words."""
        numbers = np.asarray(array).view(cls)
        numbers.says = says
        return numbers

    def __repr__(self) -> str:
        """Return its words."""
        return self.says or repr(np.asarray(self))

    _repr_html_ = _as_html

    def __reduce__(self) -> Any:
        return Numbers.of, (np.array(self), self.says)

    def __copy__(self) -> "Numbers":
        return Numbers.of(np.array(self), self.says)

    def __deepcopy__(self, memo: dict[int, Any] | None, /) -> "Numbers":
        return self.__copy__()


class Flips(tuple[TriedWord, ...]):
    """The words that were tried in the place of others, in words."""

    says: str
    __repr__, _repr_html_ = _said, _as_html


@dataclass(frozen=True, eq=False, repr=False)
class _Spoken:
    says: str
    __repr__, _repr_html_ = _said, _as_html


@dataclass(frozen=True, eq=False, repr=False)
class SpokenWhy(_Spoken, Why):
    """The reason of a next word, in words."""


@dataclass(frozen=True, eq=False, repr=False)
class SpokenAttribution(_Spoken, Attribution):
    """The shares of a logit, in words."""


@dataclass(frozen=True, eq=False, repr=False)
class SpokenEstimate(_Spoken, Estimated):
    """The estimate of patching, in words."""


def _with(kind: Any, found: Any, says: str) -> Any:
    return kind(**{field.name: getattr(found, field.name) for field in fields(found)}, says=says)


def head_of(layer: int, head: int) -> str:
    """Name a head, from 0."""
    return f"layer {layer}, head {head}"


def edit(change: Edit) -> str:
    """Say what an edit is of."""
    part = f"layer {change.layer}" if change.head is None else head_of(change.layer, change.head)
    return f"{part} switched off" if change.silences else f"{change.stage} in {part}"


def largest_of(array: Array, name: Callable[..., str]) -> str:
    """The numbers that are furthest from 0, a line each, under their names."""
    plain = np.nan_to_num(np.asarray(array, np.float64))
    order = np.argsort(-np.abs(plain), axis=None, kind="stable")[:_MOST]
    places = [tuple(int(at) for at in np.unravel_index(place, plain.shape)) for place in order]
    return "\n".join(f"{plain[place]:{_SIGNED}}  {name(*place)}" for place in places if plain[place]) or "0 everywhere"


def asked(run: AskedRun, word: Any) -> str:
    """The word, or the two, that a logit is asked of."""
    reader = run.model.reader
    words = word if isinstance(word, tuple) else (word,)
    return " less ".join((each if isinstance(each, str) else reader.text_of(each)).strip() for each in words)


def why(run: AskedRun, found: Why) -> SpokenWhy:
    """Say which word the next one needs, and which head brings it from there."""
    word = run.model.reader.text_of(found.next).strip()
    hidden = "" if found.word is None else f"{found.without_words[found.word]:.0%} with that word hidden"
    source = "" if found.source is None else found.words[found.source].text
    match found.kind:
        case "look" if found.head is not None:
            says = f"{head_of(*found.head)} brought it from {source}; {hidden}"
        case "word":
            says = f"it needs {source}; {hidden}"
        case "alone":
            says = f"{source} is enough; {found.alone:.0%} with no other word in sight"
        case _:
            part = found.part
            named = head_of(*part) if isinstance(part, Head) else f"the FFN of layer {part}"
            says = f"no earlier word decides; {found.without_part:.0%} without {named}, which matters most"
    return _with(SpokenWhy, found, f"{word} {found.probability:.0%}: {says}")


def flips(run: AskedRun, tried: Sequence[TriedWord], word: str, chance: float) -> Flips:
    """Say which words flip the answer when another comes in their place, the easiest first."""
    lines = [
        f"{len(each.flips)} of {len(each.substitutes)}  {run.words[each.position]} → {each.flips[0].word}: "
        f"{run.model.reader.text_of(each.flips[0].next).strip()} {each.flips[0].probability:.0%}"
        for each in sorted((each for each in tried if each.flips), key=lambda each: -each.ease)[:_MOST]
    ]
    found, how = Flips(tried), "flips" if lines else "never flips"
    found.says = "\n".join([f"{word.strip()} {chance:.0%}; another word in one place {how} it", *lines])
    return found


def attribution(run: AskedRun, found: Attribution, word: Any) -> SpokenAttribution:
    """Say which parts wrote a logit, the strongest first."""
    parts = {"the embedding": found.embedding, "the position": found.position, "biases": found.biases}
    parts |= {f"the FFN of layer {layer}": float(share) for layer, share in enumerate(found.ffns)}
    for (layer, head), share in np.ndenumerate(found.heads):
        source = run.words[int(np.abs(found.looks[layer, head]).argmax())]
        parts[f"{head_of(layer, head)}, most of it from {source}"] = float(share)
    names = list(parts)
    table = largest_of(np.array(list(parts.values())), lambda number: names[number])
    return _with(SpokenAttribution, found, f"logit of {asked(run, word)}: {found.total:{_SIGNED}}, of it\n{table}")


def estimate(run: AskedRun, found: Estimated, word: Any) -> SpokenEstimate:
    """Say which patches into a run would move its logit most."""
    corrupt = run.logit(word)
    table = largest_of(found.heads - corrupt, head_of)
    says = f"logit of {asked(run, word)}: {corrupt:{_SIGNED}}; patched, to first order,\n{table}"
    return _with(SpokenEstimate, found, says)


def lens(run: AskedRun, logits: Array, word: Any) -> Numbers:
    """The rank of a word before layer 0 and after each, in words too; without one the logits, and the first of each."""
    if word is None:
        firsts = ", ".join(run.model.reader.text_of(int(id)).strip() for id in logits.argmax(-1))
        return Numbers.of(logits, f"logits {list(logits.shape)}; first by layer: {firsts}")
    found = ranks(logits, run.model.id(word))
    return Numbers.of(found, f"rank of {asked(run, word)} by layer: {' '.join(map(str, found.tolist()))}")


def cells(run: AskedRun, found: Array, word: Any) -> Numbers:
    """Say which attention raises a logit most."""

    def named(layer: int, head: int, query: int, key: int) -> str:
        return f"{head_of(layer, head)}: {run.words[query]} attends to {run.words[key]}"

    return Numbers.of(found, f"worth to the logit of {asked(run, word)}\n{largest_of(found, named)}")


def swept(run: AskedRun, found: Array, word: Any, stage: str, tokens: Sequence[str] | None, corrupt: float) -> Numbers:
    """Say which patches move a logit most; parts are heads, or tokens where there are some."""

    def named(layer: int, part: int) -> str:
        return head_of(layer, part) if tokens is None else f"layer {layer}, {tokens[part]}"

    table = largest_of(found - corrupt, named)
    return Numbers.of(found, f"logit of {asked(run, word)}: {corrupt:{_SIGNED}}; with the {stage} of\n{table}")


def heads(found: Array, about: str) -> Numbers:
    """Say which heads have most of something."""
    return Numbers.of(found, f"{about}\n{largest_of(found, head_of)}")
