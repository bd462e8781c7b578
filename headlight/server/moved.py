"""Addresses with a path, such as the name of a view: they lead to the one page that has all, at the root."""

from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from headlight.server.settings import base
from headlight.state.address import AT
from headlight.state.places import START, view_of


class Moved:
    """Around the app: leads to the root who asks for a view by its name, and past a second stroke at the beginning."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is somewhere."""
        path = _below(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else ""
        answer = self._app
        if path.startswith("//"):
            answer = _redirect(scope, quote(path.lstrip("/")), scope["query_string"].decode("latin-1"))
        elif view_of(path):
            answer = lead_on(scope)
        await answer(scope, receive, send)


def is_root(scope: Scope) -> bool:
    """Whether the path is that of the one page."""
    return not _below(scope).strip("/")


def lead_on(scope: Scope) -> RedirectResponse:
    """Redirect to the root, with the path as the view that is asked for, and the keys."""
    name, keys = _below(scope).strip("/"), Request(scope).query_params.multi_items()
    return _redirect(scope, "", urlencode([*([(AT, name)] if keys or view_of(name) != START else []), *keys]))


def _redirect(scope: Scope, path: str, query: str) -> RedirectResponse:
    """Redirect to a path; relative, for wherever the app is served, and so it never leads to another host."""
    up = "../" * (_below(scope).count("/") - 1) or "./"
    return RedirectResponse(f"{up}{path}{'?' if query else ''}{query}", 307)


def _below(scope: Scope) -> str:
    """The path, below that of the app."""
    return scope["path"].removeprefix(base())
