"""Byte-pair encoding of one word of the sentence, told step by step."""

from collections.abc import Sequence
from itertools import pairwise

from headlight.frame import kept
from headlight.frame.vocabulary import visible
from headlight.pictures.board import Board
from headlight.pictures.merge_steps import merge_steps
from transformer import Trace
from transformer.tokenizer import MergeStep, Tokenizer
from transformer.words import Word

Words = Sequence[Sequence[MergeStep]]
MOST_STEPS = 24  # of a very long word the last ones are shown
_NAMED = 24  # letters of a word in a heading


def made(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The places in `after` of the pieces that join two pieces of `before`."""
    places, reached = [], 0
    for place, piece in enumerate(after):
        joins = piece != before[reached]
        reached += 2 if joins else 1
        if joins:
            places.append(place)
    return places


def word_of(words: Words, place: int) -> int:
    """Which word the token at `place` belongs to: the last step of each word holds its tokens."""
    reached = 0
    for number, steps in enumerate(words):
        reached += len(steps[-1].pieces)
        if place < reached:
            return number
    return len(words) - 1


def places_of(words: Words, number: int, trace: Trace) -> tuple[int, ...]:
    """The positions of a word's tokens in the trace."""
    return tuple(place for place in range(len(trace.tokens)) if word_of(words, place) == number)


def choose_word(words: Words, place: int) -> None:
    """Move the number box of `word` to the word of the token at this place."""
    kept.move(word=word_of(words, place))


def choose_word_at(words: Sequence[Word], place: int) -> None:
    """The same where words are told by their letters, for a tokenizer that is not opened step by step."""
    kept.move(word=next(number for number, word in enumerate(words) if place in word.tokens))


def rows(steps: Sequence[MergeStep]) -> list[tuple[str, list[str], list[int]]]:
    """A row for each step: its note, its pieces as they can be seen, and the places of the new ones."""
    noted: list[tuple[str, Sequence[str], list[int]]] = [("bytes", steps[0].pieces, [])]
    for before, after in pairwise(steps):
        noted.append((f"merge no. {(after.rank or 0) + 1}", after.pieces, made(before.pieces, after.pieces)))
    return [(note, [visible(piece) for piece in pieces], new) for note, pieces, new in noted]


def why_cut(steps: Sequence[MergeStep], tokenizer: Tokenizer) -> list[tuple[str, bool]]:
    """Why a word of several tokens stays cut, as a sentence in pieces; nothing for a word that is whole.

    Byte-pair encoding always learns the most frequent pair next, so a pair that was not learned was no more frequent
    than the one learned last.
    """
    pairs = [f"{visible(one)} + {visible(other)}" for one, other in pairwise(steps[-1].pieces)]
    if not pairs:
        return []
    of_all = " is" if len(pairs) == 1 else f", the first of its {len(pairs)} pairs of neighbours, is like the others"
    return [
        ("Why it stays cut: ", False),
        (pairs[0], True),
        (f"{of_all} not among the {tokenizer.n_merges:,} pairs on the list. A pair gets there by being frequent, and "
         "this one was no more frequent in the training text than the last that did, ", False),
        (" + ".join(map(visible, tokenizer.last_merge)), True),
        (".", False),
    ]  # fmt: skip


def _short(word: str) -> str:
    return word if len(word) <= _NAMED else f"{word[:_NAMED]}…"


def show(screen: Board, steps: Sequence[MergeStep], tokenizer: Tokenizer) -> None:
    """The steps as rows of pieces, and what came of them in one line."""
    n_bytes, n_tokens = len(steps[0].pieces), len(steps[-1].pieces)
    screen.heading(
        f"How “{_short(''.join(steps[-1].pieces).strip())}” was put together",
        "At the top single bytes; ␣ is the space before the word. In each row the pair that was learned earliest "
        "becomes one piece. Look for the row in which the word becomes whole, or stops.",
    )
    merge_steps(
        rows(steps)[-MOST_STEPS:],
        alt=f"{len(steps) - 1} merges turn the {n_bytes} bytes of the word into {n_tokens} tokens.",
        key="merge_steps",
        says=why_cut(steps, tokenizer),
    )
    cut = f" The last {MOST_STEPS} steps are shown." if len(steps) > MOST_STEPS else ""
    merges = "1 merge turns" if len(steps) == 2 else f"{len(steps) - 1} merges turn"
    screen.note(
        f"{merges} {n_bytes} bytes into {n_tokens} token{'s' * (n_tokens > 1)}: then no neighbours are left "
        f"that the tokenizer learned to join.{cut}"
    )
