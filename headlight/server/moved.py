"""Addresses with a path, such as the name of a view: they lead to the one page that has all, at the root."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from headlight.server.settings import base
from headlight.state.address import AT
from headlight.state.places import START, view_of


class Moved:
    """Around the app: leads to the root who asks for a view by its name, or with two strokes at the beginning."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is somewhere."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        to_root = is_read and (_below(scope).startswith("//") or view_of(_below(scope)))
        await (lead_on(scope) if to_root else self._app)(scope, receive, send)


def is_root(scope: Scope) -> bool:
    """Whether the path is that of the one page."""
    return not _below(scope).strip("/")


def lead_on(scope: Scope) -> RedirectResponse:
    """Redirect to the root, with the path as the view that is asked for, and the keys.

    It is relative, for wherever the app is served, and so it never leads to another host.
    """
    path = _below(scope)
    name, keys = path.strip("/"), Request(scope).query_params.multi_items()
    named = [(AT, name)] if name and (keys or view_of(name) != START) else []
    query = urlencode([*named, *keys])
    return RedirectResponse(("../" * (path.count("/") - 1) or "./") + (f"?{query}" if query else ""), 307)


def _below(scope: Scope) -> str:
    """The path, below that of the app."""
    return scope["path"].removeprefix(base())
