"""Under which names the server answers, and to whose pages: to its own, so that no stranger's can read it or act in it.

A page of a stranger may let its own name point to this computer after it was loaded (DNS rebinding). The browser then
takes the server for the stranger's, and its page may ask it anything. The name in the header Host gives it away; the
header Origin gives away a page that opens a websocket to this server, or posts to it, from elsewhere.
"""

import re
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from headlight.app.streamlit_private import is_host_allowed

SENTENCE = (
    "Headlight does not answer under this name. Open it under the address that it printed when it was started, such as "
    "http://localhost:8501, or start it with --server.allowedHosts=NAME for every name that it is to answer under.\n"
)
FOREIGN = (
    "Headlight takes this from its own pages alone. Open it under its own address, let a proxy before it pass on the "
    "header Host as it came, or start it with --server.corsAllowedOrigins=https://NAME for a site that may do this.\n"
)
# What a computer calls itself, and no stranger's page is called: so a container that has other names can ask how it is.
_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
_MISDIRECTED, _FORBIDDEN = 421, 403
_READS = "GET", "HEAD"  # whose answers a browser keeps from a stranger's page


class OwnHosts:
    """Around the app: refuses whose Host is not in the setting server.allowedHosts, and what strangers' pages ask.

    Streamlit itself looks at both for its websocket alone, and asks a service outside for its own address before it
    refuses an Origin that it does not know: a second or two in which nobody else is served.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes under an own name, and from an own page."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        is_own = len(hosts) == 1 and _is_own(hosts[0], scope)
        if is_own and (scope.get("method") in _READS or all(_may_ask(origin, hosts[0]) for origin in origins)):
            if scope["type"] == "websocket" and [_name(origin) for origin in origins] != hosts:
                scope = {**scope, "headers": [header for header in scope["headers"] if header[0] != b"origin"]}
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # before it is accepted: status 403
        else:
            words, status = (FOREIGN, _FORBIDDEN) if is_own else (SENTENCE, _MISDIRECTED)
            await PlainTextResponse(words, status)(scope, receive, send)


def _is_own(host: str, scope: Scope) -> bool:
    how_it_is = scope["type"] == "http" and scope["path"].endswith(("/health", "/metrics"))
    return is_host_allowed(host) or (how_it_is and _LOOPBACK.fullmatch(host) is not None)


def _may_ask(origin: str, host: str) -> bool:
    """Whether a page of this origin is one of the server's own, or of a site that a setting names."""
    if not st.get_option("server.enableCORS") or origin in st.get_option("server.corsAllowedOrigins"):
        return True
    name = _name(origin)
    both_here = _LOOPBACK.fullmatch(name) and _LOOPBACK.fullmatch(host.lower())  # a proxy on this computer
    return bool(name) and (name == host.lower() or both_here is not None)


def _name(origin: str) -> str:
    """The name in an origin, with its port; "" where there is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # such as https://[
        return ""
