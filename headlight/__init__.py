"""Headlight: every number inside a small transformer, as pictures in a notebook, in a file, or in the app."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headlight.live_page import live
    from headlight.notebook import Shown, show, view

__version__ = "0.1.0"
__all__ = ["Shown", "live", "show", "view"]


def __getattr__(name: str) -> Any:
    """The names of `__all__`, read when they are asked for: the rooms of the package need none of them."""
    if name in __all__:
        from headlight import live_page, notebook

        return live_page.live if name == "live" else getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
