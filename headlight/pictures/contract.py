"""The headers of pictures as types of TypeScript: writes `browser/headers.d.ts` from headlight/pictures/headers.py."""

import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from headlight.pictures import headers

FILE = Path(__file__).parent / "browser" / "headers.d.ts"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", type(None): "null"}


def declarations() -> str:
    """Return an interface for each header."""
    named = [header for header in vars(headers).values() if is_typeddict(header)]
    interfaces = "\n".join(f"  interface {header.__name__} {{\n{_fields(header)}  }}" for header in named)
    origin = "// Written from headers.py by `python -m headlight.pictures.contract`: change it there."
    return f"{origin}\ndeclare namespace Header {{\n{interfaces}\n}}\n"


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
        return hint.__name__
    if hint in _PLAIN:
        return _PLAIN[hint]
    raise TypeError(f"A header has a field of {hint}, for which scripts have no type.")


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
