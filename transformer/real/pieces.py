"""Text to tokens with any tokenizer.json: each piece as a person would write it, with its place in the text."""

import json
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from tokenizers import Encoding, models
from tokenizers import Tokenizer as Pieces

from transformer.real.errors import FolderError, is_pointer, pointer
from transformer.tokenizer import Token, printable, raw_bytes, readable, written_out

TOKENIZER = "tokenizer.json"
MASKS = ("[MASK]", "<mask>")  # how the token is written that a masked model fills in
_PADS = ("<pad>", "[pad]", "<|pad|>")
_BYTE = re.compile("<0x([0-9A-F]{2})>")  # how SentencePiece writes a byte that is no letter of its vocabulary


class FolderTokenizer:
    """The tokenizer of a folder. A mark such as <s> stands only where the tokenizer puts it: nobody can type one.

    What `let_type` names is an exception: the mask of a masked model, and the marks of dialogues. The token of words
    that the vocabulary lacks, such as [UNK], is no mark: it stands for a part of the text.
    """

    def __init__(self, pieces: Pieces) -> None:
        self.padding: int | None = (pieces.padding or {}).get("pad_id")  # what fills up rows of a batch
        self.typed: frozenset[str] = frozenset()  # marks that a text can spell
        self._whole_dialogues = False  # whether a text that spells one has all the marks that belong around it
        pieces.no_padding()
        pieces.no_truncation()
        pieces.encode_special_tokens = True  # a text that spells "</s>" is ordinary pieces
        self.pieces = pieces
        self.vocab_size = pieces.get_vocab_size()
        self.highest_id = max(self.vocabulary().values(), default=-1)
        added = pieces.get_added_tokens_decoder()
        self.added = {id: token.content for id, token in added.items()}  # stand in a text letter by letter
        parts = repr((pieces.normalizer, pieces.pre_tokenizer, pieces.decoder))
        self._byte_level, self._blank = "ByteLevel" in parts, "▁" if "▁" in parts else ""
        self._byte_fallback = "ByteFallback" in parts
        self.unknown: int | None = None if self._byte_level else _unknown(pieces)
        self.marks = frozenset(id for id, token in added.items() if token.special and id != self.unknown)
        if self.padding is None:
            self.padding = next((id for id in sorted(self.marks) if self.added[id].lower() in _PADS), None)

    @classmethod
    def load(cls, home: Path) -> "FolderTokenizer":
        """Read the tokenizer.json of a folder.

        Raises:
            FolderError: if it is missing or damaged.
        """
        path = home / TOKENIZER
        if not path.is_file():
            raise FolderError(
                f"The folder {home.name} has no {TOKENIZER}: make one with "
                "transformers.AutoTokenizer.from_pretrained(folder).save_pretrained(folder)."
            )
        try:
            return cls(Pieces.from_file(str(path)))
        except Exception as error:  # the library raises plain Exception
            if is_pointer(path):
                raise pointer(path) from error
            raise FolderError(f"{TOKENIZER} of {home.name} is damaged: download it once more.") from error

    def vocabulary(self) -> dict[str, int]:
        """The id of each token."""
        return self.pieces.get_vocab()

    def decode(self, ids: Sequence[int]) -> str:
        """The text of these ids, without the marks among them."""
        return self.pieces.decode(list(ids))

    def let_type(self, within: str, *, whole: bool = False) -> None:
        """Let a text spell the marks that stand within this one.

        Args:
            within: such as [MASK], or the template that writes dialogues.
            whole: whether such a text has its marks around it already, as what a template writes.
        """
        marks = {self.added[id] for id in self.marks if self.added.get(id)}
        self.typed, self._whole_dialogues = frozenset(mark for mark in marks if mark in within), whole

    @cached_property
    def marked(self) -> Pieces:
        """Return the same tokenizer, to which each mark that is spelled in a text is one."""
        return Pieces.from_str(self.pieces.to_str())

    def needed_past(self, vocab_size: int) -> int | None:
        """The highest id past this many that texts need; None where they can do without any.

        Needed are all tokens but those that were added, and whatever stands around a text.
        """
        if self.highest_id < vocab_size:
            return None
        around = set(self._cut("").ids)
        past = (id for id in self.vocabulary().values() if id >= vocab_size)
        return max((id for id in past if id not in self.added or id in around), default=None)

    def _spells(self, text: str) -> bool:
        return any(mark in text for mark in self.typed)

    def _cut(self, text: str, other: str | None = None) -> Encoding:
        """Cut one text with the library, or two that are read as one.

        Raises:
            FolderError: if it gives up: a pattern that backtracks without end, a word that has no token at all.
        """
        marked = self._spells(text) or self._spells(other or "")
        pieces, around = (self.marked, not self._whole_dialogues) if marked else (self.pieces, True)
        try:
            return pieces.encode(text, other, add_special_tokens=around)
        except BaseException as error:
            if not (isinstance(error, Exception) or type(error).__name__ == "PanicException"):  # of Rust: no Exception
                raise
            raise FolderError(
                f"{TOKENIZER} cannot cut this text: its patterns do not come to an end there, or its vocabulary lacks "
                "what is in the text. Try another text, or another tokenizer of this model."
            ) from error

    def encode(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text with the marks that belong around them; of a text without any token, none."""
        encoding = self._cut(printable(text))
        tokens = tuple(
            Token(self.text_of(id), id, start, end)
            for id, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
        )
        return tokens if self._spells(text) or any(token.id not in self.marks for token in tokens) else ()

    def encode_pair(self, text: str, other: str) -> tuple[tuple[Token, ...], tuple[int, ...]]:
        """The tokens of two texts that are read as one, and the segment of each, 0 or 1.

        Their places are those in both texts with a line break between them.
        """
        encoding, first = self._cut(printable(text), printable(other)), len(printable(text)) + 1
        shifts = (first if sequence == 1 else 0 for sequence in encoding.sequence_ids)
        tokens = tuple(
            Token(self.text_of(id), id, start + shift, end + shift)
            for id, (start, end), shift in zip(encoding.ids, encoding.offsets, shifts, strict=True)
        )
        return tokens, tuple(encoding.type_ids)

    def cut(self, tokens: tuple[Token, ...], longest: int) -> tuple[Token, ...]:
        """The first tokens, with the marks at the end kept: an encoder reads its last mark."""
        if len(tokens) <= longest:
            return tokens
        first_mark = len(tokens)
        while first_mark and tokens[first_mark - 1].id in self.marks:
            first_mark -= 1
        marks = tokens[first_mark:]
        return (tokens[: max(longest - len(marks), 0)] + marks)[:longest]

    def piece(self, id: int) -> str | None:
        """The token of this id as the vocabulary has it; an added one as it stands in a text."""
        return self.added.get(id) or self.pieces.id_to_token(id)

    def text_of(self, id: int) -> str:
        """How the token of this id is written, its leading space included; a piece that goes on in a word keeps its ##.

        Raises:
            ValueError: if there is no such token.
        """
        piece = self.piece(id)
        if piece is None:
            raise ValueError(f"there is no token {id}: this vocabulary has {self.vocab_size}")
        if id in self.marks or id == self.unknown:
            return piece
        if self._byte_level:
            return piece if id in self.added else readable(piece)
        byte = _BYTE.fullmatch(piece) if self._byte_fallback else None
        if byte:
            return written_out(bytes.fromhex(byte[1]))
        return piece.replace(self._blank, " ") if self._blank else piece

    def added_by(self, id: int) -> str:
        """Return the text that the token of this id adds, its leading space included; \ufffd for a part of a character.

        A row that no token belongs to adds nothing, and neither does the token of unknown words.
        """
        piece = self.piece(id)
        if piece is None or id == self.unknown:
            return ""
        if self._byte_level and id not in self.added:
            return raw_bytes(piece).decode("utf-8", "replace")
        byte = _BYTE.fullmatch(piece) if self._byte_fallback else None
        return bytes.fromhex(byte[1]).decode("utf-8", "replace") if byte else self.text_of(id)


def _unknown(pieces: Pieces) -> int | None:
    """The id of the token that stands for words that the vocabulary lacks, if there is one."""
    if isinstance(pieces.model, models.Unigram):
        return json.loads(pieces.model.__getstate__())["unk_id"]
    name = pieces.model.unk_token
    return None if name is None else pieces.token_to_id(name)
