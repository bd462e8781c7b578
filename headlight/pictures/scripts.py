"""The scripts and styles of a page, with all that they import: one rule for every page that is built."""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

BROWSER = Path(__file__).parent / "browser"
# Lines that are empty or comments alone, types of values, and how far a line stands in: who reads the scripts has them
# in the repository, a page is smaller without.
_COMMENT = re.compile(
    r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n|/\*\* @(?:type|param|returns) (?:[^*]|\*(?!/))*\*/ ?|^ +|^\n"
    r"|(?<=[;{,)]) //[^\"'`\n]*$",
    re.MULTILINE,
)
_ASIDE = re.compile(r"^([^\"'`\n]*[;{,)]) //.*$", re.MULTILINE)  # after code in which no text can hold it
# `import "..."`, `import ... from "..."`, `export ... from "..."` at the beginning of a line, `import("...")` anywhere.
# A script that only a server has is imported by an address, `import(new URL(...))`, and is no part of a page.
_IMPORT = re.compile(
    r"""(^(?:import|export) (?:[^"'`;=()]*\bfrom )?(?=["'`])|\bimport\((?!new URL))(["'`]?)([^"'`)]*)\2""", re.MULTILINE
)
_BESIDE = re.compile(r"\.{1,2}/")
_BESIDE_RULES = re.compile(r" */\*.*?\*/", re.DOTALL)  # comments
_STYLE = re.compile(r'@import url\("([^"]+)\.css"\);')


def scripts_of(names: Iterable[str], *, inlined: bool = True, folder: Path = BROWSER) -> dict[str, str]:
    """Collect the scripts of these names and all that they import, without comments.

    An import leads from its own file, `"./pen.js"` or `"../shared/pen.js"`. Which script a name in braces means is
    known when it is asked for, `` `../pictures/${name}.js` ``: the page names those that it draws.

    Args:
        names: without ".js", such as "pictures/bars".
        inlined: they import each other by names that need no address, headlight/shared/pen.js, as scripts must whose
            address is their text. Otherwise they are as they lie in their folder.
        folder: of the scripts.

    Returns:
        The texts by their files, such as "pictures/bars.js".

    Raises:
        ValueError: an import leads to no script, or two scripts have one name where case is not kept.
    """
    texts: dict[str, str] = {}
    waiting = [(f"{name}.js", "A page") for name in names]
    while waiting:
        file, by = waiting.pop()
        if file not in texts:
            by_name, as_it_is, imported = _script(folder, file, by)
            texts[file] = by_name if inlined else as_it_is
            waiting += ((other, file) for other in imported)
    seen = dict[str, str]()
    for file in texts:
        if other := seen.get(file.lower()):
            raise ValueError(f"{other} and {file} have one name where case is not kept: rename one of them.")
        seen[file.lower()] = file
    return texts


@cache
def _files(folder: Path) -> frozenset[str]:
    """The files below a folder, spelled as they are: a disk that does not keep case would find others too."""
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


@cache
def _script(folder: Path, file: str, by: str) -> tuple[str, str, list[str]]:
    """A script in which others have names that need no address, the same as it is, and the files that it imports."""
    text, imported = _text(folder, file, by), list[str]()

    def named(match: re.Match[str]) -> str:
        if not _BESIDE.match(match[3]):
            raise ValueError(f"{file} imports {match[3]!r}: write where it is from there, such as ./{match[3]}.")
        called = posixpath.normpath(posixpath.join(posixpath.dirname(file), match[3]))
        if "$" not in called:
            imported.append(called)
        return f"{match[1]}{match[2]}headlight/{called}{match[2]}"

    return _IMPORT.sub(named, text), text, imported


def _text(folder: Path, file: str, by: str) -> str:
    if file not in _files(folder):
        raise ValueError(f"{by} imports {file}, which is not in {folder.name}/: correct the path, or add the file.")
    return _ASIDE.sub(r"\1", _COMMENT.sub("", (folder / file).read_text("utf-8")))


@cache
def style_of(name: str) -> str:
    """The style of this name, such as pictures/bars, with those that it imports, without comments."""

    def imported(match: re.Match[str]) -> str:
        return style_of(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1])))

    return _STYLE.sub(imported, _BESIDE_RULES.sub("", _text(BROWSER, f"{name}.css", "A page")))


def tokens() -> str:
    """The style of colours and sizes that all pages share, without comments."""
    return _text(BROWSER, "shared/design_tokens.css", "A page")


def addresses(kind: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Each text as an address that holds all of it."""
    return {name: f"data:{kind};charset=utf-8,{quote(text)}" for name, text in texts.items()}


def inside_script(value: Any) -> str:
    """JSON that can stand in a script: nothing in it ends the script."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


OPENING = _text(BROWSER, "pages/opening.js", "A page")  # a script of a page before it is painted
LOST = _text(BROWSER, "pages/lost.js", "A page")  # and one that sees whether others have come
