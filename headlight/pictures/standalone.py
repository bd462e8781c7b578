"""Boards as one HTML file that needs no server and no network: scripts, styles and numbers stand in it."""

import base64
import gzip
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

_BROWSER = Path(__file__).parent / "browser"
_IMPORTED = re.compile(r'(?:from |import )"\./(\w+\.js)"')
_RELATIVE = re.compile(r'(from |import |import\()(["`])\./')  # which a script without an address cannot do
_PAGE = "standalone.html"


Heads = Mapping[tuple[int, int], tuple[Mapping[str, Any], bytes]]


def standalone(
    boards: Sequence[bytes], title: str, *, heads: Heads | None = None, first: tuple[int, int] = (0, 0)
) -> str:
    """A page of boards, given as their messages (see Board.message), one below the other; nothing in them is chosen.

    With `heads` it is a page of one board, on which a (layer, head) is chosen, beside the board of that head. With each
    of them come the fields of the header of the picture on the first board that change when it is chosen. `first` is
    chosen at first.

    What the page needs is packed like a message: the length of a header, the header, then the messages one after
    another. The header tells where each begins and ends, and has the scripts and styles of the pictures in them.
    """
    body, header = bytearray(), dict[str, Any]()

    def put(message: bytes) -> list[int]:
        body.extend(message)
        return [len(body) - len(message), len(body)]

    header["boards"] = [put(board) for board in boards]
    if heads:
        header["first"] = first
        header["heads"] = {
            f"{layer},{head}": {"about": about, "message": put(message)}
            for (layer, head), (about, message) in heads.items()
        }
    names = pictures_of([*boards, *(message for _, message in (heads or {}).values())])
    header["scripts"] = {f"headlight/{name}": text for name, text in _scripts(["standalone", *names]).items()}
    header["styles"] = {name: _style(name) for name in ["board", *names]}
    page = Template((_BROWSER / _PAGE).read_text("utf-8"))
    return page.substitute(title=html.escape(title), packed=base64.b64encode(packed(header, body)).decode())


def pictures_of(messages: Iterable[bytes]) -> list[str]:
    """The names of the pictures on boards."""
    headers = [json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")]) for message in messages]
    columns = [column for header in headers for row in header["rows"] for column in row]
    return sorted({item["name"] for column in columns for item in column["items"] if item["kind"] == "picture"})


def files_of(names: Iterable[str]) -> list[str]:
    """The files of scripts of these names and of all that they import, to be fetched at once."""
    return list(_scripts(names))


def packed(header: dict[str, Any], body: bytes | bytearray) -> bytes:
    """A header and a body, packed like a message and compressed."""
    written = json.dumps(header).encode()
    return gzip.compress(len(written).to_bytes(4, "little") + written + body, mtime=0)


def _scripts(names: Iterable[str]) -> dict[str, str]:
    """The scripts of these names and all that they import, by their files."""
    texts: dict[str, str] = {}
    wanted = [f"{name}.js" for name in names]
    while wanted:
        if (file := wanted.pop()) not in texts:
            texts[file], imported = _script(file)
            wanted += imported
    return texts


@cache
def _script(file: str) -> tuple[str, list[str]]:
    """A script in which others have names that need no address, and the files that it imports."""
    text = (_BROWSER / file).read_text("utf-8")
    return _RELATIVE.sub(r"\1\2headlight/", text), _IMPORTED.findall(text)


@cache
def _style(name: str) -> str:
    shared, style = ((_BROWSER / f"{each}.css").read_text("utf-8") for each in ("shared", name))
    return style.replace('@import url("./shared.css");', shared)
