"""Byte-pair encoding of one word of the sentence, told step by step."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from headlight.parts.vocabulary import visible
from headlight.parts.words import Says, count, said
from headlight.pictures import Screen
from transformer.tokenizer import MergeStep, Tokenizer

Words = Sequence[Sequence[MergeStep]]
MOST_STEPS = 24  # of a very long word the last ones are shown
_NAMED = 24  # letters of a word in a heading


def made(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The places in `after` of the pieces that join two pieces of `before`."""
    indices, reached = [], 0
    for index, piece in enumerate(after):
        joins = piece != before[reached]
        reached += 2 if joins else 1
        if joins:
            indices.append(index)
    return indices


def places(words: Words, n_tokens: int) -> list[tuple[int, ...]]:
    """The places of each word's tokens among the first `n_tokens`: the last step of each word holds its tokens."""
    ends = list(accumulate(len(steps[-1].pieces) for steps in words))
    return [tuple(range(start, min(end, n_tokens))) for start, end in pairwise([0, *ends])]


def rows(steps: Sequence[MergeStep]) -> list[tuple[str, list[str], list[int]]]:
    """A row for each step: its note, its pieces as they can be seen, and the places of the new ones."""
    noted: list[tuple[str, Sequence[str], list[int]]] = [("bytes", steps[0].pieces, [])]
    for before, after in pairwise(steps):
        noted.append((f"merge no. {(after.rank or 0) + 1}", after.pieces, made(before.pieces, after.pieces)))
    return [(note, [visible(piece) for piece in pieces], new) for note, pieces, new in noted]


def why_cut(steps: Sequence[MergeStep], tokenizer: Tokenizer) -> Says:
    """Why a word of several tokens stays cut; nothing for a word that is whole.

    Byte-pair encoding always learns the most frequent pair next, so a pair that was not learned was no more frequent
    than the one learned last.
    """
    pairs = [f"{visible(one)} + {visible(other)}" for one, other in pairwise(steps[-1].pieces)]
    if not pairs:
        return []
    of_all = "" if len(pairs) == 1 else f", the first of its {len(pairs)} pairs,"
    return said(
        "It stays cut: **{pair}**{of_all} is not among the {n_merges:,} learned pairs. It was no more frequent than "
        "the last of them, **{last}**.",
        pair=pairs[0],
        of_all=of_all,
        n_merges=tokenizer.n_merges,
        last=" + ".join(map(visible, tokenizer.last_merge)),
    )


def show(screen: Screen, steps: Sequence[MergeStep], tokenizer: Tokenizer, most: int = MOST_STEPS) -> None:
    """The last steps as rows of tokens, `most` of them, and what came of them in one line."""
    n_bytes, n_tokens = len(steps[0].pieces), len(steps[-1].pieces)
    word = "".join(steps[-1].pieces).strip()
    named = word if len(word) <= _NAMED else f"{word[:_NAMED]}…"
    screen.heading(
        f"How “{named}” was put together",
        "Top row: single bytes (␣ is the space). Each row joins the pair that was learned earliest. Does the word end "
        "up whole?",
    )
    screen.merge_steps(
        rows(steps)[-most:],
        alt=f"{len(steps) - 1} merges turn the {n_bytes} bytes of the word into {n_tokens} tokens.",
        key="merge_steps",
        says=why_cut(steps, tokenizer),
    )
    cut = f" The last {most} steps are shown." if len(steps) > most else ""
    merges = "1 merge turns" if len(steps) == 2 else f"{len(steps) - 1} merges turn"
    screen.note(f"{merges} {n_bytes} bytes into {count(n_tokens, 'token')}.{cut}")
