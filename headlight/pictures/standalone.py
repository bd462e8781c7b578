"""Boards as one HTML file that needs no server and no network: scripts, styles and numbers stand in it."""

import base64
import gzip
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

_BROWSER = Path(__file__).parent / "browser"
_IMPORT = re.compile(r'(from |import |import\()(["`])\./')  # relative, which a script without an address cannot do
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
    """
    boards = {
        "overview": _text(overview),
        "heads": {f"{layer},{head}": {"about": about, "message": _text(message)}
                  for (layer, head), (about, message) in heads.items()},
        "first": first,
    }  # fmt: skip
    return Template((_BROWSER / _PAGE).read_text("utf-8")).substitute(
        title=html.escape(title),
        styles=_inside_script(_styles()),
        scripts=_inside_script({"imports": _scripts()}),
        boards=_text(gzip.compress(json.dumps(boards).encode(), mtime=0)),
    )


@cache
def _scripts() -> dict[str, str]:
    """Every script of the pictures by the name that the others import it by, with its text as its address."""
    return {
        f"headlight/{path.name}": _address("text/javascript", _IMPORT.sub(r"\1\2headlight/", path.read_text("utf-8")))
        for path in sorted(_BROWSER.glob("*.js"))
    }


@cache
def _styles() -> dict[str, str]:
    shared = (_BROWSER / "shared.css").read_text("utf-8")
    return {
        path.stem: _address("text/css", path.read_text("utf-8").replace('@import url("./shared.css");', shared))
        for path in sorted(_BROWSER.glob("*.css"))
    }


def _address(kind: str, text: str) -> str:
    return f"data:{kind};charset=utf-8;base64,{_text(text.encode())}"


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _inside_script(value: Any) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(value).replace("<", "\\u003c")
