"""Headlight: every number inside a small transformer, asked for in a line, as pictures, or in the app.

import headlight as hl

run = hl.open("story").run("The king and the")
run.top(), run.lens(" queen"), run.attribution((" queen", " dog")).heads, run.show()
"""

from os import path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headlight.library.model import Model
    from headlight.library.models import from_model, open
    from headlight.library.run import Run
    from headlight.library.runs import Runs
    from headlight.outside.live_page import live
    from headlight.outside.notebook import show, view
    from headlight.outside.shown import Shown
    from transformer import Edit

# Installed, the pages are in this package; in the tree they stand beside it, and a checkout may have no symbolic link.
if not path.isdir(path.join(__path__[0], "pages")):
    __path__.append(path.dirname(__path__[0]))

__version__ = "0.2.0"
_PLACES = {  # read when they are asked for: the rooms of the package need none of them
    "Edit": "transformer.edits",
    "Model": "headlight.library.model",
    "Run": "headlight.library.run",
    "Runs": "headlight.library.runs",
    "Shown": "headlight.outside.shown",
    "from_model": "headlight.library.models",
    "live": "headlight.outside.live_page",
    "open": "headlight.library.models",
    "show": "headlight.outside.notebook",
    "view": "headlight.outside.notebook",
}
__all__ = ["Edit", "Model", "Run", "Runs", "Shown", "from_model", "live", "open", "show", "view"]


def __getattr__(name: str) -> Any:
    """The names of `__all__`."""
    if name in _PLACES:
        from importlib import import_module

        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """With these names, so that a notebook completes them."""
    return sorted({*globals(), *__all__})
