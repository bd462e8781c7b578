"""Words of a sentence and the tokens they are made of, and attention between tokens merged to words."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.tokenizer import Token, printable

_LEANS = {"Mn", "Mc", "Me", "Cf"}  # kinds of characters that are seen only on the one before them, or not at all
_SPACE = "\u200b"  # of no width, which parts words where they are written without spaces
# Vowel signs, points, accents and joiners, all that there are: none is a letter to `\w`, and all belong to their word.
JOINED = "".join(
    sign
    for sign in map(chr, (*range(0x1F000), *range(0xE0000, 0xE0200)))
    if category(sign) in _LEANS and sign != _SPACE
)
RUN = rf"\w[\w{JOINED}]*"  # of letters or digits, with the signs on them

# An elided word with its apostrophe ("l'" in "l'accord"), a run of letters or digits that may hold hyphens and
# apostrophes, or a run of other signs.
_WORD = re.compile(rf"\b(?ai:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)['’](?=\w)|{RUN}(?:['’-]{RUN})*|[^\w\s]+")

# A letter or a digit, a sign on one, or the second half of "didn't"; some encoders mark such pieces with ##.
_GOES_ON = re.compile(rf"(##|['’])?(?:[^\W_]|[{JOINED}])")
_ENDS = re.compile(rf"[^\W_][{JOINED}]*\Z")
_ARE_JOINED = re.compile(rf"[{JOINED}]+")
_BYTES = re.compile(r"(?:<[0-9A-F]{2}>)+")  # a token that is no whole character
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SMALL_WORDS = """
a about all an and any are as at be been but by can did do does doesn't don't for from had has have he her him his how
i if in is it its me must my no not of on one or our out she so some such than that the their them then there these
they this those to too up us very was we were what when where which who will with would you your
à ai aie as au aux avec avez avons c'est ce ces cet cette chez comme dans de des donc dont du elle elles en est et
était étaient été être eu fait il ils je jamais la le les leur leurs lui ma mais me mes moi mon ne ni non nos notre
nous on ont ou où par pas peu plus pour que qui rien sa sans se ses si son sont sous suis sur ta te tes ton tous tout
toute toutes très tu un une va vos votre vous y
"""
FUNCTION_WORDS = frozenset(_SMALL_WORDS.split())  # of English and French: they say little by themselves


@dataclass(frozen=True)
class Word:
    """One word of a sentence."""

    text: str
    start: int  # first character in the sentence
    end: int  # one past the last character
    tokens: tuple[int, ...]  # places of its tokens

    def as_typed(self, text: str) -> tuple[str, bool]:
        """How it is written in the sentence, a blank as ␣, and whether it stands apart from what is before it there."""
        apart = self.start == 0 or text[self.start - 1].isspace() or text[self.start].isspace()
        return text[self.start : self.end].strip() or "␣", apart


def goes_on(tokens: Sequence[Token], position: int) -> bool:
    """Whether a token goes on with the word of the token before it."""
    if position == 0 or tokens[position - 1].end != tokens[position].start:
        return False
    before = next((token.text for token in reversed(tokens[:position]) if not _ARE_JOINED.fullmatch(token.text)), "")
    return bool(_GOES_ON.match(tokens[position].text)) and bool(_ENDS.search(before))


def all_letters(text: str) -> bool:
    """Whether a text is letters alone, with the signs on them."""
    return text != "" and all(sign.isalpha() or sign in JOINED for sign in text)


def told_apart(texts: Sequence[str]) -> tuple[str, ...]:
    """How tokens are written beside each other: each without its leading space, which is a token's own letter.

    Only where the same letters stand among them without the space too does a ␣ mark the ones that have it: two tokens
    that read alike are two rows of W_E. A run of blanks has as many ␣, or their number.
    """
    all_texts = set(texts)
    return tuple(
        "␣" * (text.startswith(" ") and text.strip(" ") in all_texts) + text.strip(" ")
        if text.strip(" ")
        else _blanks(len(text))
        for text in texts
    )


def _blanks(count: int) -> str:
    return "␣" * max(count, 1) if count < 4 else f"␣×{count}"


def as_typed(text: str, tokens: Sequence[Token]) -> tuple[str, ...]:
    """How the tokens of a text are written beside each other, as `told_apart` says, and as somebody typed them.

    A token that is a part of a character has that character with the number of the part: ä₁ and ä₂.
    """
    typed = printable(text)
    starts = {position: _start(typed, token) for position, token in enumerate(tokens) if _is_part(typed, token)}
    many, so_far = Counter(starts.values()), Counter[int]()
    texts = [token.text for token in tokens]
    for position, start in starts.items():
        so_far[start] += 1
        number = str(so_far[start]).translate(_LOWERED) if many[start] > 1 else ""
        texts[position] = (typed[start : tokens[position].end].strip() or "␣") + number
    return told_apart(texts)


def _is_part(text: str, token: Token) -> bool:
    return bool(_BYTES.fullmatch(token.text)) and text[token.start : token.end] != token.text


def _start(text: str, token: Token) -> int:
    """Where the first character of a token starts: what is seen only on the one before it goes with that one."""
    start = token.start
    while start < token.end - 1 and text[start].isspace():  # the blank before it is in it too
        start += 1
    while start > 0 and category(text[start]) in _LEANS:
        start -= 1
    return start


def split_words(text: str) -> tuple[tuple[int, int], ...]:
    """Where each word of a text starts and ends; punctuation marks are words of their own."""
    return tuple(match.span() for match in _WORD.finditer(text))


def words_of(text: str, tokens: tuple[Token, ...]) -> tuple[Word, ...]:
    """The words of a text with the positions of their tokens; every token is in exactly one word.

    A token belongs to the word that its first character is in, its leading space left out, and a word holds all of
    its tokens, such as [MASK]. Tokens in no word, such as marks around a text and blanks, are words of their own.
    """
    spans = split_words(text)
    words: list[Word] = []
    owners = [_owner(token, text, spans) for token in tokens]
    for position, (token, owner) in enumerate(zip(tokens, owners, strict=True)):
        start, end, held = token.start, token.end, (position,)
        if owner is not None:
            start, end = max(spans[owner][0], words[-1].end if words else 0), max(spans[owner][1], token.end)
            if position and owners[position - 1] == owner:
                earlier = words.pop()
                start, end, held = earlier.start, max(earlier.end, end), (*earlier.tokens, position)
        words.append(Word(token.text if owner is None else text[start:end], start, end, held))
    return tuple(words)


def _owner(token: Token, text: str, spans: tuple[tuple[int, int], ...]) -> int | None:
    """The number of the word that a token belongs to, if to any; a blank belongs to a word that follows it at once."""
    start = token.start
    while start < token.end and text[start].isspace():
        start += 1
    for number, (first, end) in enumerate(spans):
        if (token.start < token.end or token.text.isspace()) and first <= start < end:
            return number
    return None


def merge_to_words(
    pattern: Float[Array, "*head query key"], query_words: Sequence[Word], key_words: Sequence[Word]
) -> Float[Array, "*head query_word key_word"]:
    """Attention from word to word: the sum over the key word's tokens, the mean over the query word's.

    So a row still sums to one (Clark et al. 2019, section 4.1). The words follow each other without a gap, as those of
    `words_of` do; what stands after the last one is left out, as the mark that ends a text.
    """
    held = pattern[..., : query_words[-1].tokens[-1] + 1, : key_words[-1].tokens[-1] + 1]
    onto = np.add.reduceat(held, [word.tokens[0] for word in key_words], axis=-1)
    rows = np.add.reduceat(onto, [word.tokens[0] for word in query_words], axis=-2)
    return rows / np.array([len(word.tokens) for word in query_words], dtype=pattern.dtype)[:, None]


def between_words(pattern: Float[Array, "*head query key"], words: Sequence[Word]) -> Float[Array, "*head word word"]:
    """How much of its attention each word gives to each, under a causal mask; rows still sum to one.

    A word looks when it is complete, so its row is that of its last token, and the weights on the tokens of one word
    are added.
    """
    rows = pattern[..., [word.tokens[-1] for word in words], :]
    return np.add.reduceat(rows, [word.tokens[0] for word in words], axis=-1)
