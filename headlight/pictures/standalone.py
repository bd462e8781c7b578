"""Boards as one HTML file that needs no server and no network: scripts, styles and numbers stand in it."""

import base64
import gzip
import html
import json
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

from headlight.pictures.design_tokens import STYLE

BROWSER = Path(__file__).parent / "browser"
# Relative to its own file, which a script without an address cannot do.
_RELATIVE = re.compile(r'(from |import |import\()(["`])(\.{1,2}/[^"`]+)')
# Lines that are empty or comments alone, types of values, and how far a line stands in: who reads the scripts has them
# in the repository, a page is smaller without.
_COMMENT = re.compile(
    r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n|/\*\* @type (?:[^*]|\*(?!/))*\*/ ?|^ +|^\n|(?<=[;{,)]) //[^\"'`\n]*$",
    re.MULTILINE,
)
_PAGE = "pages/standalone.html"


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

    def packed(self, more: Mapping[str, Any] | None = None) -> bytes:
        """Packed like a message: the length of a header, the header, then the messages one after another.

        The header tells where each begins and ends, and has what there is `more`.
        """
        body, header = bytearray(), dict[str, Any](more or {})

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
    files = [f"pictures/{name}" for name in contents.pictures]
    scripts = scripts_of(["pages/standalone", *files])
    more = {
        "scripts": {f"headlight/{name}": without_comments(text) for name, text in scripts.items()},
        "styles": {name: without_comments(style_of(name)) for name in ["components/board", *files]},
    }
    page = Template((BROWSER / _PAGE).read_text("utf-8"))
    whole = base64.b64encode(contents.packed(more)).decode()
    return page.substitute(title=html.escape(title), tokens=_COMMENT.sub("", STYLE.read_text("utf-8")), packed=whole)


def without_comments(text: str) -> str:
    """Leave out lines of a script or a style that are comments alone, and how far a line stands in."""
    return _COMMENT.sub("", text)


def pictures_of(messages: Iterable[bytes]) -> list[str]:
    """The names of the pictures on boards."""
    headers = [json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")]) for message in messages]
    columns = [column for header in headers for row in header["rows"] for column in row]
    return sorted({item["name"] for column in columns for item in column["items"] if item["kind"] == "picture"})


def files_of(names: Iterable[str]) -> list[str]:
    """The files of scripts of these names and of all that they import, to be fetched at once."""
    return list(scripts_of(names))


def packed(header: dict[str, Any], body: bytes | bytearray) -> bytes:
    """A header and a body, packed like a message and compressed."""
    json_bytes = json.dumps(header, separators=(",", ":")).encode()
    return gzip.compress(len(json_bytes).to_bytes(4, "little") + json_bytes + body, mtime=0)


def scripts_of(names: Iterable[str], *, inlined: bool = True) -> dict[str, str]:
    """The scripts of these names and all that they import, by their files.

    Where they are to be `inlined`, they import each other by names that need no address: headlight/shared/pen.js.
    """
    texts: dict[str, str] = {}
    waiting = [f"{name}.js" for name in names]
    while waiting:
        if (file := waiting.pop()) not in texts:
            by_name, as_it_is, imported = _script(file)
            texts[file] = by_name if inlined else as_it_is
            waiting += imported
    return texts


@cache
def _script(file: str) -> tuple[str, str, list[str]]:
    """A script in which others have names that need no address, the same as it is, and the files that it imports."""
    text, imported = (BROWSER / file).read_text("utf-8"), list[str]()

    def named(match: re.Match[str]) -> str:
        called = posixpath.normpath(posixpath.join(posixpath.dirname(file), match[3]))
        if "$" not in called:  # which one of them is known when it is asked for
            imported.append(called)
        return f"{match[1]}{match[2]}headlight/{called}"

    return _RELATIVE.sub(named, text), text, imported


@cache
def style_of(name: str) -> str:
    """The style of this name, such as pictures/bars, with what it shares with all."""
    shared, style = ((BROWSER / f"{file}.css").read_text("utf-8") for file in ("shared/shared", name))
    return style.replace('@import url("../shared/shared.css");', shared)


def addresses(kind: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Each text as an address that holds all of it."""
    return {name: f"data:{kind};charset=utf-8,{quote(text)}" for name, text in texts.items()}


def inside_script(value: Any) -> str:
    """JSON that can stand in a script: nothing in it ends the script."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
