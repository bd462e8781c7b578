"""Addresses that lead elsewhere: the short ones of views, which once were pages, and names that pages had before."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from headlight.frame import contents
from headlight.frame.older import OLDER, today
from headlight.frame.places import PAGES, place_of
from headlight.server.settings import base


def routes() -> list[Route]:
    """A route for each of them."""
    names = {contents.START, *({*contents.VIEWS, *OLDER} - PAGES.keys())}
    return [Route(f"{base()}/{name}", _lead_on) for name in sorted(names)]


def _lead_on(request: Request) -> RedirectResponse:
    """To where it is now, with its settings by the names that they have now."""
    asked = request.query_params
    name, keys = today(request.url.path.rpartition("/")[2], {key: asked.getlist(key) for key in asked})
    page, view = place_of(name)
    keys |= {"view": [view]} if view else {}
    # Relative, so that it holds wherever the app is served.
    to = "./" if page == contents.START else f"./{page}"
    return RedirectResponse(to + (f"?{urlencode(keys, doseq=True)}" if keys else ""), 307)
