"""Addresses with the name of a view as their path: they lead to the one page that has all."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from headlight.server.settings import base
from headlight.state.address import AT
from headlight.state.places import PAGES, START


def routes() -> list[Route]:
    """Return a route for each view."""
    return [Route(f"{base()}/{name}", _lead_on) for page in PAGES.values() for name in page.views]


def _lead_on(request: Request) -> RedirectResponse:
    """Redirect to the address with the view as a key, and its keys; relative, for wherever the app is served."""
    name = request.url.path.rstrip("/").rpartition("/")[2]
    keys = [*([] if name == START else [(AT, name)]), *request.query_params.multi_items()]
    return RedirectResponse("./" + (f"?{urlencode(keys)}" if keys else ""), 307)
