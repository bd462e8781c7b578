"""The tokenizers of a Marian as it is published: a SentencePiece model for each language, and one vocabulary for both.

A .spm file is a protobuf message, described in SentencePiece's sentencepiece_model.proto: the pieces of a unigram model
(Kudo 2018) with their scores, and how a text is made plain before it is cut.
"""

import json
import math
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Regex, models, normalizers, pre_tokenizers
from tokenizers import Tokenizer as Pieces

from transformer.real.errors import FolderError
from transformer.real.pieces import FolderTokenizer
from transformer.tokenizer import Token, printable

SOURCE, TARGET, VOCABULARY = "source.spm", "target.spm", "vocab.json"
END, UNKNOWN, PADDING = "</s>", "<unk>", "<pad>"
_UNIGRAM = 1
_NORMAL, _USER_DEFINED = 1, 4  # types of pieces that a text can hold; others are marks or for other models


class MarianTokenizer(FolderTokenizer):
    """Text to tokens with the pieces of one language and the ids of the vocabulary that both share.

    A text may begin with the code of a language, such as >>fra<<, which is one token: it tells a model of many
    languages which to write. A piece that the vocabulary lacks is <unk>, as in the transformers library.
    """

    def __init__(self, pieces: Pieces, ids: dict[str, int]) -> None:
        self.ids, self.texts = ids, {id: piece for piece, id in ids.items()}
        super().__init__(pieces)
        self.vocab_size = len(ids)
        self.unknown: int | None = ids[UNKNOWN]
        self.marks = frozenset(ids[mark] for mark in (END, PADDING) if mark in ids)  # <unk> is a part of the text

    def encode(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text with the mark at its end; of a text without any token, none."""
        text = printable(text)
        begin = text.find("<<") + 2 if text.startswith(">>") and "<<" in text else 0
        encoding = self._cut(text[begin:])
        pieces = [(text[:begin], 0, begin)] if begin else []
        pieces += [
            (piece, begin + start, begin + end)
            for piece, (start, end) in zip(encoding.tokens, encoding.offsets, strict=True)
        ]
        if not pieces:
            return ()
        tokens = [(self._id(piece), start, end) for piece, start, end in pieces]
        tokens.append((self.ids[END], len(text), len(text)))
        return tuple(Token(self.text_of(id), id, start, end) for id, start, end in tokens)

    def _id(self, piece: str) -> int:
        id = self.ids.get(piece, self.ids[UNKNOWN])
        return self.ids[UNKNOWN] if id in self.marks else id

    def vocabulary(self) -> dict[str, int]:
        """The id of each token of both languages."""
        return self.ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of these ids, without the marks among them."""
        return "".join(self.text_of(id) for id in ids if id not in self.marks).removeprefix(" ")

    def piece(self, id: int) -> str | None:
        """The token of this id as the vocabulary has it."""
        return self.texts.get(id)


def load(home: Path) -> tuple[MarianTokenizer, MarianTokenizer]:
    """The tokenizers of the language that is read and of the one that is written.

    Raises:
        FolderError: if a file is missing, damaged, or its pieces are not those of a unigram model.
    """
    ids = _vocabulary(home)
    return MarianTokenizer(_pieces(home / SOURCE), ids), MarianTokenizer(_pieces(home / TARGET), ids)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise FolderError(
            f"The folder {path.parent.name} has no {path.name}: download it from where its config.json came from."
        )
    return path


def _damaged(path: Path) -> FolderError:
    return FolderError(f"{path.name} of {path.parent.name} is damaged: download it once more.")


def _vocabulary(home: Path) -> dict[str, int]:
    path = _there(home / VOCABULARY)
    try:
        ids = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error
    if not isinstance(ids, dict) or not {END, UNKNOWN} <= ids.keys():
        raise _damaged(path)
    if not all(type(id) is int and id >= 0 for id in ids.values()) or len(set(ids.values())) < len(ids):
        raise _damaged(path)
    return ids


def _pieces(path: Path) -> Pieces:
    """The unigram model of a .spm file, and what it does to a text before."""
    try:
        message = list(_fields(_there(path).read_bytes()))
        trainer, normalizer = (
            dict(_fields(b"".join(part for key, part in message if key == field))) for field in (2, 3)
        )
        pieces = [dict(_fields(part)) for key, part in message if key == 1]
        scored = [
            (piece[1].decode("utf-8"), struct.unpack("<f", piece.get(2, bytes(4)))[0])
            for piece in pieces
            if piece.get(3, _NORMAL) == _NORMAL
        ]
        if not scored or not all(text and math.isfinite(score) for text, score in scored):
            raise _damaged(path)
        defined = any(piece.get(3) == _USER_DEFINED for piece in pieces)
        if trainer.get(3, _UNIGRAM) != _UNIGRAM or trainer.get(24) or trainer.get(35) or defined:
            raise FolderError(
                f"{path.name} of {path.parent.name} cuts its text in another way than a unigram model, which is not "
                "supported here."
            )
        # No text has this piece, which stands for what is none: a \0 is written out of every text.
        tokenizer = Pieces(models.Unigram([("\0", 0.0), *scored], 0, False))
        charsmap = normalizer.get(2)
        plain: list[normalizers.Normalizer] = [normalizers.Precompiled(charsmap)] if charsmap else []
        plain.append(normalizers.Replace("\0", "\ufffd"))
        if normalizer.get(4, 1):
            plain += [normalizers.Replace(Regex("^ +| +$"), ""), normalizers.Replace(Regex(" {2,}"), " ")]
        tokenizer.normalizer = normalizers.Sequence(plain)
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(
            prepend_scheme="always" if normalizer.get(3, 1) else "never", split=False
        )
        return tokenizer
    except FolderError:
        raise
    except Exception as error:  # bytes that are no such message; the library raises plain Exception
        raise _damaged(path) from error


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """The number and content of each field: a whole number, or bytes (protobuf.dev, encoding)."""
    offset = 0
    while offset < len(message):
        key, offset = _whole(message, offset)
        match key & 7:
            case 0:
                number, offset = _whole(message, offset)
                yield key >> 3, number
                continue
            case 1:
                length = 8
            case 2:
                length, offset = _whole(message, offset)
            case 5:
                length = 4
            case kind:
                raise ValueError(f"there are no fields of the kind {kind}")
        content, offset = message[offset : offset + length], offset + length
        if offset > len(message):
            raise ValueError("the file ends within a field")
        yield key >> 3, content


def _whole(message: bytes, offset: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, the last of them below 128; and where it ends."""
    number = shift = 0
    while True:
        number |= (message[offset] & 127) << shift
        offset, shift = offset + 1, shift + 7
        if message[offset - 1] < 128:
            return number, offset
