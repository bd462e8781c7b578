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
# Names that an address may have from before, or of a page, with the view that has become of each.
RENAMED: Mapping[str, str] = {
    "overview": "all_heads",
    "kinds_of_text": "tokens",
    "embedding_map": "embeddings",
    "one_hot": "word_vectors",
    "movers": "contextual",
    "told_positions": "position_twins",
    "shapes": "by_hand",
    "mask_switchboard": "masking",
    "sizes": "heads",
    "averaged_heads": "heads",
    "looks": "next_word",
    "helped": "one_step",
    "by_heart": "one_step",
    "cross_heads": "translate",
    "one_vector": "translators",
    "scoring": "dense",
    **{page: next(iter(about.views)) for page, about in PAGES.items() if page not in about.views},
}


@cache
def page_of(view: str) -> str:
    """Return the page that a view stands on.

    Raises:
        KeyError: there is no view of this name.
    """
    for page, about in PAGES.items():
        if view in about.views:
            return page
    raise KeyError(view)


def current_name(name: str, *, unknown: str | None = None) -> str:
    """Return the view that an address means by a name of a view or a page.

    Args:
        name: as it stands in the address.
        unknown: what to return where nothing is called so.

    Raises:
        ValueError: there is no view of this name, and nothing to return instead.
    """
    name = RENAMED.get(name, name)
    if any(name in about.views for about in PAGES.values()):
        return name
    if unknown is not None:
        return unknown
    names = ", ".join(sorted(view for about in PAGES.values() for view in about.views))
    raise ValueError(f"There is no view {name!r}. There are {names}.")


def title_of(view: str) -> str:
    """Return the title of a view's page, as the menu writes it, and after a page's first view its own."""
    page = PAGES[page_of(view)]
    return page.title if view == next(iter(page.views)) else f"{page.title}: {page.views[view]}"
