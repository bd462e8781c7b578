"""Text to tokens with any tokenizer.json: each piece as a person would write it, with its place in the text."""

import re
from pathlib import Path

from tokenizers import Tokenizer as Pieces

from transformer.real.errors import FolderError
from transformer.tokenizer import Token, printable, readable

TOKENIZER = "tokenizer.json"
_BYTE = re.compile("<0x[0-9A-F]{2}>")  # how SentencePiece writes a byte that is no letter of its vocabulary


class FolderTokenizer:
    """The tokenizer of a folder. A mark such as <s> stands only where the tokenizer puts it: nobody can type one."""

    def __init__(self, pieces: Pieces) -> None:
        pieces.no_padding()
        pieces.no_truncation()
        pieces.encode_special_tokens = True  # a text that spells "</s>" is ordinary pieces
        self.pieces = pieces
        self.vocab_size = pieces.get_vocab_size()
        self.highest_id = max(pieces.get_vocab().values(), default=-1)
        self.marks = frozenset(id for id, token in pieces.get_added_tokens_decoder().items() if token.special)
        self._byte_level = "ByteLevel" in repr(pieces.decoder)

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
            raise FolderError(f"{TOKENIZER} of {home.name} is damaged: download it once more.") from error

    def encode(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text with the marks that belong around them; of a text without any token, none."""
        encoding = self.pieces.encode(printable(text))
        tokens = tuple(
            Token(self.text_of(id), id, start, end)
            for id, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
        )
        return tokens if any(token.id not in self.marks for token in tokens) else ()

    def encode_pair(self, text: str, other: str) -> tuple[tuple[Token, ...], tuple[int, ...]]:
        """The tokens of two texts that are read as one, and the segment of each, 0 or 1.

        Their places are those in both texts with a line break between them.
        """
        encoding, first = self.pieces.encode(printable(text), printable(other)), len(printable(text)) + 1
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
        return tokens[: longest - len(marks)] + marks

    def text_of(self, id: int) -> str:
        """How the token of this id is written, its leading space included; a piece that goes on in a word keeps its ##.

        Raises:
            ValueError: if there is no such token.
        """
        piece = self.pieces.id_to_token(id)
        if piece is None:
            raise ValueError(f"there is no token {id}: this vocabulary has {self.vocab_size}")
        if id in self.marks:
            return piece
        return readable(piece) if self._byte_level else piece.replace("▁", " ")

    def added_by(self, id: int) -> str:
        """What a text gains by the token of this id, its leading space included; \ufffd for a part of a character."""
        if self._byte_level:
            return self.pieces.decode([id])
        text = self.text_of(id)
        return "\ufffd" if _BYTE.fullmatch(text) else text
