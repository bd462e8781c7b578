"""Byte-pair encoding of one word of the sentence, told step by step."""

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise

from headlight.parts.vocabulary import visible
from headlight.parts.words import Says, count, said
from headlight.pictures import Screen
from headlight.pictures.merge_tree import Block
from transformer.tokenizer import MergeStep, Tokenizer

Words = Sequence[Sequence[MergeStep]]
_NAMED = 24  # letters of a word in a heading


def places(words: Words, n_tokens: int) -> list[tuple[int, ...]]:
    """The places of each word's tokens among the first `n_tokens`: the last step of each word holds its tokens."""
    ends = list(accumulate(len(steps[-1].pieces) for steps in words))
    return [tuple(range(start, min(end, n_tokens))) for start, end in pairwise([0, *ends])]


def blocks(steps: Sequence[MergeStep]) -> list[Block]:
    """The bytes of a word and what each merge joined of them, with the merge's number, in the order of the merges."""
    last = len(steps) - 1
    made = [[Block(visible(byte), "", place, place, 0, not last) for place, byte in enumerate(steps[0].pieces)]]
    for after in steps[1:]:
        pieces, waiting = list[Block](), iter(made[-1])
        for piece, block in zip(after.pieces, waiting, strict=False):
            joins = visible(piece) != block.text
            other = next(waiting) if joins else block
            row = 1 + max(block.row, other.row)
            joined = Block(visible(piece), f"no. {(after.rank or 0) + 1}", block.first, other.last, row, False)
            pieces.append(joined if joins else block)
        made.append(pieces)
    tokens = set(made[-1])
    return [block._replace(token=block in tokens) for block in dict.fromkeys(chain.from_iterable(made))]


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


def show(screen: Screen, steps: Sequence[MergeStep], tokenizer: Tokenizer, merged: int) -> None:
    """Draw the first merges of a word as a tree, and once all are made say what came of them."""
    n_bytes, n_tokens = len(steps[0].pieces), len(steps[-1].pieces)
    word = "".join(steps[-1].pieces).strip()
    named = word if len(word) <= _NAMED else f"{word[:_NAMED]}…"
    merges = "1 merge turns" if len(steps) == 2 else f"{len(steps) - 1} merges turn"
    screen.heading(
        f"How was “{named}” put together?",
        f"{merges} {n_bytes} bytes (␣ is the space) into {count(n_tokens, 'token')}. The lowest number goes first.",
    )
    whole = merged == len(steps) - 1
    screen.merge_tree(
        blocks(steps),
        shown=None if whole else n_bytes + merged,
        alt=f"{merges} the {n_bytes} bytes of the word into {count(n_tokens, 'token')}.",
        key="merge_tree",
        says=why_cut(steps, tokenizer) if whole else (),
    )
