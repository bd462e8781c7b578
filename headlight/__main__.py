"""The app, or a view, from the shell: `headlight`, `headlight attention "bear country" --layer 3 -o bear.html`."""

import argparse
import io
import math
import shutil
import sys
import warnings

from headlight import __version__
from headlight.outside import live_page
from headlight.outside.notebook import pure, view
from headlight.outside.shown import Shown
from headlight.pictures.tables import Cell, Rows
from headlight.server import opened, share
from headlight.state.address import KEYS
from headlight.state.places import PAGES
from headlight.state.state import ALWAYS
from transformer import TextCutWarning

_PROGRAM = "headlight"
_ABOUT = "Open the app, print a view's main picture as a table, or save the whole view to a file."
_COMMANDS = {
    "app": "open the app in a browser; so does headlight alone",
    "share": "open the app to everybody in your network, such as a class",
    "page": "write the live page: a file, and a folder for a static host",
}
_OWN = {"more", "arithmetic", "present", "told"}  # keys of every view that are no options: --deeper is the first
_FILE = (
    "write it here: .html, all pictures, live and offline; .csv, the numbers of one; .svg, one that is cells, "
    "bars or ribbons (any other has PNG in its menu on the page)"
)


def main(arguments: list[str] | None = None) -> None:
    """Print or write what the command line asks for; where that cannot be, say why and exit with status 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whose code page may lack a token's letters
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if arguments is None else arguments
    told = "; ".join(f"{_PROGRAM} {name}: {about}" for name, about in _COMMANDS.items())
    first = argparse.ArgumentParser(prog=_PROGRAM, description=_ABOUT, epilog=f"VIEW --help has its keys. {told}.")
    first.add_argument("view", nargs="?", default="app", help=f"a view as --list has them, or {', '.join(_COMMANDS)}")
    first.add_argument("--list", action="store_true", help="list the views by page")
    first.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    request = first.parse_args(arguments[:1])
    if request.list:
        return print(_listed())
    if request.view in _COMMANDS:
        return _obey(request.view, arguments[1:])
    try:
        parser = _parser(request.view)
        options = vars(parser.parse_args(arguments[1:]))
        deeper, path, picture = (options.pop(name) for name in ("deeper", "o", "picture"))
        with warnings.catch_warnings(record=True) as cut:
            warnings.simplefilter("always", TextCutWarning)
            shown = view(request.view, deeper=deeper, **options)
        for warning in cut:
            print(f"headlight: {warning.message}", file=sys.stderr)
        if path:
            print(shown.save(path, picture))
        else:
            print(_told(shown, picture))
    except (ValueError, OSError) as error:
        sys.exit(f"headlight: {error}")


def _obey(command: str, arguments: list[str]) -> None:
    """Run a command that is not about a view; the arguments are those after it."""
    if command == "page":
        return live_page.main(arguments)
    more = "Every other argument is Streamlit's, such as --server.port=8600."
    about = argparse.ArgumentParser(prog=f"{_PROGRAM} {command}", description=f"{_COMMANDS[command]}.", epilog=more)
    _, of_streamlit = about.parse_known_args(arguments)
    (share if command == "share" else opened).main(of_streamlit)


def _parser(name: str) -> argparse.ArgumentParser:
    """The options of a view: the keys of its address."""
    view = pure(name)
    parser = argparse.ArgumentParser(prog=f"{_PROGRAM} {name}", description=f"{PAGES[view.page].title}: {view.title}.")
    if view.box:
        means = KEYS[view.box.key].means
        parser.add_argument(view.box.key, nargs="?", help=f"{means} (without it an example)".replace("%", "%%"))
    for key in sorted(view.keys - _OWN - {view.box.key if view.box else ""}, key=lambda key: (key in ALWAYS, key)):
        holds = KEYS[key].holds
        parser.add_argument(
            f"--{key.replace('_', '-')}", dest=key, metavar="X", help=f"{KEYS[key].means}: {holds}".replace("%", "%%")
        )
    parser.add_argument("--deeper", action="store_true", help="with the arithmetic below")
    parser.add_argument("--picture", metavar="KEY", help="the picture whose numbers are meant, instead of the main one")
    parser.add_argument("-o", metavar="FILE", help=_FILE)
    return parser


def _listed() -> str:
    """The views by page, and which of them the app alone can show."""
    lines = []
    for page in PAGES.values():
        lines.append(f"{page.title}: {page.question}")
        lines += [
            f"  {name:<20}{title}{'' if _is_pure(name) else ' (in the app alone)'}"
            for name, title in page.views.items()
        ]
    return "\n".join(lines)


def _is_pure(name: str) -> bool:
    try:
        return bool(pure(name))
    except ValueError:
        return False


def _told(shown: Shown, picture: str | None) -> str:
    """A picture as a table, the sentences, and the other pictures."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    others = f"Pictures: {', '.join(shown.keys)}."
    return "\n\n".join([_columns(shown.table(picture), width), *shown.says, others])


def _columns(rows: Rows, width: int | None) -> str:
    """The table in columns, texts at the left and numbers at the right; as many as the width has room for."""
    lines = [[_cell(cell) for cell in row] for row in [rows.titles, *rows.cells]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    count = len(widths)
    while width and count > rows.labels + 1 and sum(widths[:count]) + 2 * (count - 1) > width:
        count -= 1
    numbers = [any(isinstance(row[index], int | float) for row in rows.cells) for index in range(count)]
    shown = [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, numbers, strict=False)
        ).rstrip()
        for line in lines
    ]
    left_out = len(widths) - count
    return "\n".join(shown) + (f"\n({left_out} more columns: -o FILE.csv has all)" if left_out else "")


def _cell(cell: Cell) -> str:
    """A cell as it is read: a number with three decimals, unless it is whole or very small; text on one line."""
    if isinstance(cell, str):
        return "".join(letter if letter.isprintable() else "·" for letter in cell)
    if cell is None:
        return ""
    if not math.isfinite(cell) or cell == round(cell):
        return f"{cell:.15g}"  # as a double has them: 1032192, not 1.03219e+06
    return f"{cell:.3f}" if abs(cell) >= 0.001 else f"{cell:.1e}"


if __name__ == "__main__":
    main()
