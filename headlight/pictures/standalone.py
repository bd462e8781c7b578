"""Boards as one HTML file that needs no server and no network: scripts, styles and numbers stand in it."""

import base64
import gzip
import html
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import Template
from typing import Any

from headlight.pictures.scripts import BROWSER, scripts_of, style_of, tokens

Heads = Mapping[tuple[int, int], tuple[Mapping[str, Any], bytes]]


@dataclass(frozen=True)
class Contents:
    """The contents of a page: boards, given as their messages (see Board.message), one below the other.

    With `heads` it is one board, on which a (layer, head) is chosen, beside the board of that head. With each of them
    come the fields of the header of the picture on the first board that change when it is chosen. `head` and `word`
    are chosen at first.
    """

    boards: Sequence[bytes]
    heads: Heads = field(default_factory=dict)
    head: tuple[int, int] | None = None
    word: int | None = None

    @property
    def pictures(self) -> list[str]:
        """The names of the pictures."""
        return pictures_of([*self.boards, *(message for _, message in self.heads.values())])

    def packed(self) -> bytes:
        """Packed like a message: the length of a header, the header, then the messages one after another.

        The header tells where each begins and ends.
        """
        body, header = bytearray(), dict[str, Any]()

        def put(message: bytes) -> list[int]:
            body.extend(message)
            return [len(body) - len(message), len(body)]

        header["boards"] = [put(board) for board in self.boards]
        header |= {"head": self.head, "word": self.word}
        if self.heads:
            header["heads"] = {
                f"{layer},{head}": {"about": about, "message": put(message)}
                for (layer, head), (about, message) in self.heads.items()
            }
        return packed(header, body)


def standalone(contents: Contents, title: str) -> str:
    """Write a page, with the scripts and styles of the pictures in it; it asks nobody for anything."""
    boards = base64.b64encode(contents.packed()).decode()
    return Template(unfilled(*contents.pictures)).substitute(title=html.escape(title), boards=boards)


@lru_cache(64)
def unfilled(*pictures: str) -> str:
    """Write a page of pictures of these names that has no $title and no $boards yet.

    Python and shared/page.js in the browser fill it, so that a page is the same wherever it is saved.

    Raises:
        ValueError: there is no such picture.
    """
    names = [f"pictures/{name}" for name in pictures]
    scripts = {f"headlight/{file}": text for file, text in scripts_of(["pages/standalone", *names]).items()}
    styles = {name: style_of(name) for name in ["components/board", *names]}
    filled = {"tokens": tokens(), "scripts": base64.b64encode(packed({"scripts": scripts, "styles": styles})).decode()}
    return Template((BROWSER / "pages" / "standalone.html").read_text("utf-8")).safe_substitute(filled)


def pictures_of(messages: Iterable[bytes]) -> list[str]:
    """The names of the pictures on boards."""
    headers = [json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")]) for message in messages]
    columns = [column for header in headers for row in header["rows"] for column in row]
    return sorted({item["name"] for column in columns for item in column["items"] if item["kind"] == "picture"})


def packed(header: dict[str, Any], body: bytes | bytearray = b"") -> bytes:
    """A header and a body, packed like a message and compressed."""
    json_bytes = json.dumps(header, separators=(",", ":")).encode()
    return gzip.compress(len(json_bytes).to_bytes(4, "little") + json_bytes + body, mtime=0)
