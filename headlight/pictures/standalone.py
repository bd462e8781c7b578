"""Boards as one HTML file that needs no server and no network: scripts, styles and numbers stand in it."""

import base64
import gzip
import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

_BROWSER = Path(__file__).parent / "browser"
_IMPORTED = re.compile(r'(?:from |import )"\./(\w+\.js)"')
_RELATIVE = re.compile(r'(from |import |import\()(["`])\./')  # which a script without an address cannot do
_PAGE = "standalone.html"


def standalone(
    overview: bytes,
    heads: Mapping[tuple[int, int], tuple[Mapping[str, Any], bytes]],
    first: tuple[int, int],
    title: str,
) -> str:
    """A page with a board on which a (layer, head) is chosen, and beside it the board of the one that is.

    `overview` and the boards of `heads` are messages of boards, see Board.message. With each of the heads come the
    fields of the header of the picture on the overview that change when it is chosen. `first` is chosen at first.

    What the page needs is packed like a message: the length of a header, the header, then the messages one after
    another. The header tells where each begins and ends, and has the scripts and styles of the pictures in them.
    """
    body = bytearray(overview)
    places = {}
    for (layer, head), (about, message) in heads.items():
        places[f"{layer},{head}"] = {"about": about, "message": [len(body), len(body) + len(message)]}
        body += message
    names = _pictures([overview, *(message for _, message in heads.values())])
    header = json.dumps(
        {
            "scripts": {f"headlight/{name}": text for name, text in _scripts(["standalone", *names]).items()},
            "styles": {name: _style(name) for name in ["board", *names]},
            "overview": [0, len(overview)],
            "heads": places,
            "first": first,
        }
    ).encode()
    packed = gzip.compress(len(header).to_bytes(4, "little") + header + body, mtime=0)
    page = Template((_BROWSER / _PAGE).read_text("utf-8"))
    return page.substitute(title=html.escape(title), packed=base64.b64encode(packed).decode())


def _pictures(messages: Iterable[bytes]) -> list[str]:
    """The names of the pictures on boards."""
    headers = [json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")]) for message in messages]
    columns = [column for header in headers for row in header["rows"] for column in row]
    return sorted({item["name"] for column in columns for item in column["items"] if item["kind"] == "picture"})


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
