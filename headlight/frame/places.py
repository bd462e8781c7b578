"""Where each view is: the views of every page, and their short addresses.

Each view has a short address, its own for good: `/by_hand` leads to the view of that name wherever it is today.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

import headlight.views
from headlight.views import Page

# By the names of their folders.
PAGES: Mapping[str, Page] = {
    module.name: import_module(f"headlight.views.{module.name}").PAGE
    for module in iter_modules(headlight.views.__path__)
    if module.ispkg
}
# Of each page that has several views their names, as on the page and in the address, with the short address of each.
VIEWS: Mapping[str, Mapping[str, str]] = {
    name: {title: short for short, title in page.views.items()} for name, page in PAGES.items() if len(page.views) > 1
}


def place_of(name: str) -> tuple[str, str | None]:
    """The page that has a view, and the view's name there, by the view's short address; None for a page's first."""
    for page, about in PAGES.items():
        if name in about.views:
            return page, about.views[name] if name != next(iter(about.views)) else None
    return name, None
