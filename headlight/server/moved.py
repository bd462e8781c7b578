"""Addresses that lead elsewhere: the short ones of views, which once were pages, and names that pages had before."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from headlight.frame import contents
from headlight.frame.places import DROPPED, VIEWS, place_of, place_with, renamed_in, unsaid

RENAMED_PAGES = {"overview": "all_heads", contents.START: ""}


def routes() -> list[Route]:
    """A route for each of them."""
    views = [short for page, names in VIEWS.items() for short in names.values() if short != page]
    return [Route(f"/{name}", _lead_on) for name in (*RENAMED_PAGES, *views, *DROPPED)]


def _lead_on(request: Request) -> RedirectResponse:
    """To where it is now, with its settings by the names that they have now."""
    name = request.url.path.strip("/")
    today = RENAMED_PAGES.get(name, name)
    page, view = place_with(today, request.query_params)
    renamed = renamed_in(name)
    settings = [(renamed.get(key, key), value) for key, value in request.query_params.multi_items() if key != "view"]
    if (page, view) == place_of(today):
        settings += unsaid(name, dict(settings)).items()
    settings += [("view", view)] if view else []
    # Relative, so that it holds wherever the app is served.
    return RedirectResponse(f"./{page}" + (f"?{urlencode(settings)}" if settings else ""), 307)
