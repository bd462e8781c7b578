"""Where each view is: the pages in reading order with their views, and the names by which an address asks for one.

Each view has a short name, its own for good: `/?at=by_hand` and `/by_hand` lead to it on whichever page it stands.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import headlight.pages
from headlight.pages import Page
from headlight.pages import Part as Part

START = "start"  # the view at the root of the address
# By the names of their folders.
PAGES: Mapping[str, Page] = {
    module.name: import_module(f"headlight.pages.{module.name}").PAGE
    for module in iter_modules(headlight.pages.__path__)
    if module.ispkg
}


def view_of(name: str) -> str:
    """Return the view that somebody names, in capitals too, or with strokes or blanks around it; "" where none is."""
    name = name.strip(" /").lower()
    return name if any(name in page.views for page in PAGES.values()) else ""


@cache
def page_of(view: str) -> str:
    """Return the page that a view stands on.

    Raises:
        ValueError: there is no view of this name.
    """
    for page, about in PAGES.items():
        if view in about.views:
            return page
    names = ", ".join(sorted(name for about in PAGES.values() for name in about.views))
    raise ValueError(f"There is no view {view!r}. There are {names}.")


def title_of(view: str) -> str:
    """Return the title of a view's page, as the menu writes it, and after a page's first view its own."""
    page = PAGES[page_of(view)]
    return page.title if view == next(iter(page.views)) else f"{page.title}: {page.views[view]}"
