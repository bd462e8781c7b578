"""The methods of `Screen` and the types of the scripts, written from the files of the pictures.

`python -m headlight.pictures.contract` writes `screen.py` and `browser/headers.d.ts`. A picture is found by its file.
"""

import types
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from headlight.pictures import looks_read, tables
from headlight.pictures.picture import Picture

SCREEN = Path(__file__).parent / "screen.py"
HEADERS = Path(__file__).parent / "browser" / "headers.d.ts"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", type(None): "null"}
_SCREEN = '''"""The screen of a view: a board with all pictures as its methods. Written by `contract.py`."""

from headlight.pictures import (
{imports}
)
from headlight.pictures.board import Board
from headlight.pictures.picture import Method


class Screen(Board):
    """`screen.bars(...)` draws the bars of `headlight/pictures/bars.py`, and so does each of the others."""

{methods}
'''


def pictures() -> dict[str, Picture[..., Any]]:
    """Return every picture by its name: the files beside this one that have a style of their name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    styles = Path(__file__).parent / "browser" / "pictures"
    return {name: getattr(_module(name), name) for name in names if (styles / f"{name}.css").exists()}


def header(picture: Picture[..., Any]) -> type:
    """Return the type of what the script of a picture is given."""
    return get_args(get_type_hints(picture.function)["return"])[0]


def screen() -> str:
    """Return the class whose methods are the pictures."""
    names = pictures()
    methods = [  # the picture after the others of its file: from here on the name is the method's
        f"    {method} = Method({name}.{method})"
        for name, picture in names.items()
        for method in (*sorted(picture.others), name)
    ]
    return _SCREEN.format(imports="\n".join(f"    {name}," for name in names), methods="\n".join(methods))


def declarations() -> str:
    """Return an interface for each header, and those of tables."""
    spaces: dict[str, Sequence[types.ModuleType]] = {
        "Tables": [tables],
        "Header": [looks_read, *map(_module, pictures())],
    }
    lines = ["// Written from the pictures by `python -m headlight.pictures.contract`: change their files."]
    for space, modules in spaces.items():
        lines += [f"declare namespace {space} {{", *map(_interface, _headers(modules)), "}"]
    return "\n".join(lines) + "\n"


def _module(name: str) -> types.ModuleType:
    return import_module(f"headlight.pictures.{name}")


def _headers(modules: Sequence[types.ModuleType]) -> list[type]:
    return [
        value
        for module in modules
        for value in vars(module).values()
        if is_typeddict(value) and value.__module__ == module.__name__
    ]


def _interface(header: type) -> str:
    return f"  interface {header.__name__} {{\n{_fields(header)}  }}"


def _fields(header: type) -> str:
    lines = []
    for name, hint in get_type_hints(header, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        lines.append(f"    {name}{'?' if optional else ''}: {_typed(get_args(hint)[0] if optional else hint)};\n")
    return "".join(lines)


def _typed(hint: Any) -> str:
    """A type of Python in the words of TypeScript.

    Raises:
        TypeError: it has none that stands for it.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, Union):
        return " | ".join(map(_typed, inner))
    if origin is Literal:
        return " | ".join(f'"{option}"' for option in inner)
    if origin is list:
        return f"Array<{_typed(inner[0])}>"
    if origin is tuple:
        return f"[{', '.join(map(_typed, inner))}]"
    if origin is dict:
        return f"Record<{', '.join(map(_typed, inner))}>"
    if is_typeddict(hint):
        return f"Tables.{hint.__name__}" if hint.__module__ == tables.__name__ else hint.__name__
    if hint in _PLAIN:
        return _PLAIN[hint]
    raise TypeError(f"A header has a field of {hint}, for which scripts have no type.")


if __name__ == "__main__":
    SCREEN.write_text(screen(), "utf-8")
    HEADERS.write_text(declarations(), "utf-8")
