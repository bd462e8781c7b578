"""Text to tokens and back, with the work shown: byte-level BPE, each token with its place in the text."""

import json
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from tokenizers import Tokenizer as Bpe
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel

# Marks that no typed text can produce. A text ends with END; a translation is written after BEGIN; PADDING fills
# the rows of a training batch to one length.
END, BEGIN, PADDING = "<|end|>", "<|begin|>", "<|padding|>"


@dataclass(frozen=True)
class Token:
    """One piece of a text: what is printed for it, its row of W_E, and where it stands."""

    text: str  # as written; bytes that are no whole character are named, such as <F0>
    id: int  # row of W_E
    start: int  # first character in the text
    end: int  # one past the last character


@dataclass(frozen=True)
class MergeStep:
    """One step of byte-pair encoding: the pieces of a word after a merge, and which merge it was."""

    pieces: tuple[str, ...]
    rank: int | None  # the pair's place in the list of learned merges; None before the first merge


def _character_of_byte() -> dict[int, str]:
    """GPT-2's printable stand-in for each of the 256 bytes (Radford et al. 2019): most stand for themselves."""
    kept = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in kept]
    return {byte: chr(byte) for byte in kept} | {byte: chr(256 + number) for number, byte in enumerate(others)}


_BYTE_OF_CHARACTER = {character: byte for byte, character in _character_of_byte().items()}


def raw_bytes(piece: str) -> bytes:
    """The bytes that a piece of the byte-level alphabet stands for; a piece with other letters stands for itself."""
    if not _BYTE_OF_CHARACTER.keys() >= set(piece):
        return piece.encode("utf-8", "replace")
    return bytes(_BYTE_OF_CHARACTER[character] for character in piece)


@lru_cache(maxsize=1 << 16)  # a key asks for some hundred pieces, most of them those of the key before
def readable(piece: str) -> str:
    """A piece of the byte-level alphabet as a person would write it."""
    return written_out(raw_bytes(piece))


def written_out(raw: bytes) -> str:
    """The text of these bytes; of those that are no whole character, their names, such as <F0>."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"<{byte:02X}>" for byte in raw)


class Tokenizer:
    """Byte-level BPE: every text is representable, and decoding gives the text back.

    A space is put before the text, so that a first word is the same token as in the middle of a sentence.
    """

    def __init__(self, bpe: Bpe) -> None:
        # Without its special tokens a text that spells "<|end|>" is ordinary pieces: nobody can type the mark.
        # tokenizer.json does not hold this switch, so it is set on every tokenizer, read or trained.
        bpe.encode_special_tokens = True
        self.bpe = bpe
        self.vocab_size = bpe.get_vocab_size()
        end_id = bpe.token_to_id(END)
        if end_id is None:
            raise ValueError(f"the vocabulary lacks the mark {END}")
        self.end_id = end_id
        self.begin_id = bpe.token_to_id(BEGIN)  # None where the vocabulary has no such mark
        self.padding_id = bpe.token_to_id(PADDING)
        self.marks = frozenset(id for id in (self.end_id, self.begin_id, self.padding_id) if id is not None)

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        """Read a tokenizer.json of the `tokenizers` library."""
        return cls(Bpe.from_file(str(path)))

    @classmethod
    def train(cls, texts, vocab_size: int, marks: tuple[str, ...] = (END,)) -> "Tokenizer":
        """Learn merges from an iterable of texts until there are `vocab_size` tokens, the marks among them."""
        from tokenizers.trainers import BpeTrainer  # only training needs it

        bpe = Bpe(BPE())
        bpe.pre_tokenizer = ByteLevel(add_prefix_space=False)
        bpe.decoder = ByteLevelDecoder()
        trainer = BpeTrainer(
            vocab_size=vocab_size, special_tokens=[*marks], initial_alphabet=ByteLevel.alphabet(), show_progress=False
        )
        bpe.train_from_iterator((" " + text for text in texts), trainer)
        return cls(bpe)

    def encode(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text, with their places in it. The empty text has none."""
        if not text:
            return ()
        encoding = self.bpe.encode(" " + printable(text))
        return tuple(
            Token(self.text_of(id), id, max(start - 1, 0), max(end - 1, 0))
            for id, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
        )

    def ids(self, text: str) -> list[int]:
        """The token ids of a text, for training."""
        return self.bpe.encode(" " + printable(text)).ids if text else []

    def decode(self, ids: list[int] | tuple[int, ...]) -> str:
        """The text of a list of ids, without the space that `encode` put before it."""
        return self.bpe.decode(list(ids), skip_special_tokens=False).removeprefix(" ")

    def text_of(self, id: int) -> str:
        """How the token of this id is written, its leading space included."""
        piece = self.bpe.id_to_token(id)
        if piece is None:
            raise ValueError(f"there is no token {id}: this vocabulary has {self.vocab_size}")
        return piece if id in self.marks else readable(piece)

    def added_by(self, id: int) -> str:
        """Return the text that the token of this id adds, its leading space included; \ufffd for a part of one."""
        return self.bpe.decode([id])

    def bytes_of(self, id: int) -> bytes:
        """The bytes of the token of this id; a mark, which no text holds, has none."""
        piece = self.bpe.id_to_token(id)
        if piece is None:
            raise ValueError(f"there is no token {id}: this vocabulary has {self.vocab_size}")
        return b"" if id in self.marks else raw_bytes(piece)

    def merge_steps(self, text: str) -> tuple[tuple[MergeStep, ...], ...]:
        """For each word of the text, byte pair encoding step by step (Sennrich et al. 2016, section 3.2).

        The first step holds single bytes; each next one joins the pair that was learned earliest, at every
        place where it stands; the last one holds the tokens.
        """
        words = self.bpe.pre_tokenizer.pre_tokenize_str(" " + printable(text)) if text else []
        return tuple(self._merge(word) for word, _ in words)

    def _merge(self, word: str) -> tuple[MergeStep, ...]:
        pieces = list(word)
        steps = [MergeStep(tuple(readable(piece) for piece in pieces), None)]
        while True:
            pairs = [pair for pair in pairwise(pieces) if pair in self._ranks]
            if not pairs:
                return tuple(steps)
            best = min(pairs, key=self._ranks.__getitem__)
            pieces = _joined(pieces, best)
            steps.append(MergeStep(tuple(readable(piece) for piece in pieces), self._ranks[best]))

    @property
    def last_merge(self) -> tuple[str, str]:
        """The pair that was learned last, readable."""
        first, second = list(self._ranks)[-1]
        return readable(first), readable(second)

    @property
    def n_merges(self) -> int:
        """How many pairs were learned."""
        return len(self._ranks)

    @cached_property
    def _ranks(self) -> dict[tuple[str, str], int]:
        merges = json.loads(self.bpe.to_str())["model"]["merges"]
        return {tuple(pair): rank for rank, pair in enumerate(merges)}


def printable(text: str) -> str:
    """The text with lone surrogates, which no encoding can carry, as the replacement character."""
    return re.sub(r"[\ud800-\udfff]", "\ufffd", text)


def _joined(pieces: list[str], pair: tuple[str, str]) -> list[str]:
    """The pieces with each occurrence of the pair, from the left, made one."""
    joined: list[str] = []
    for piece in pieces:
        if joined and (joined[-1], piece) == pair:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined
