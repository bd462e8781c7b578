"""Addresses with the name of a page or a view as their path: they lead to the one page that has all."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from headlight.server.settings import base
from headlight.state.address import AT
from headlight.state.places import PAGES, RENAMED, START, current_name


def routes() -> list[Route]:
    """Return a route for each earlier address."""
    names = {*PAGES, *RENAMED, *(view for page in PAGES.values() for view in page.views)}
    return [Route(f"{base()}/{name}", _lead_on) for name in sorted(names)]


def _lead_on(request: Request) -> RedirectResponse:
    """Redirect an address of before to the present one, with its keys; relative, for wherever the app is served."""
    name = current_name(request.url.path.rstrip("/").rpartition("/")[2])
    keys = [*([] if name == START else [(AT, name)]), *request.query_params.multi_items()]
    return RedirectResponse("./" + (f"?{urlencode(keys)}" if keys else ""), 307)
