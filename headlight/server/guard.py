"""ASGI middleware of a public host: strict headers, and caps on how many come and how fast they speak."""

import asyncio
import base64
import hashlib
import logging
import random
import re
from collections import Counter

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headlight.app import queue, streamlit_private
from headlight.pictures.scripts import LOST, OPENING
from headlight.rooms import limits
from headlight.rooms.limits import Bucket
from headlight.server import settings

FRAMED_BY = settings.origins("HEADLIGHT_FRAMED_BY")  # other sites that may show the app in a frame of theirs
SESSIONS: Counter[str] = Counter()  # open ones, by address
FULL = "Headlight is full. This page tries again by itself, a few times a minute."
_CLASS = 'A class that follows its teacher always finds room: <a href="./class">type its code</a>.'
_LONGEST_WAIT = 5  # seconds that somebody who opens a page has waited for a turn: who comes then waits outside
_AGAIN = 10, 20  # seconds until that page is loaded anew, by chance: not all of them at once
_LOG = logging.getLogger("headlight.guard")
_TRY_AGAIN_LATER, _NOT_TEXT = 1013, 1003  # close codes of a websocket


def policy() -> str:
    """The Content-Security-Policy: scripts of this server alone, and inline those that our page of Streamlit's has.

    Components of Streamlit are loaded from blobs; the live model is WebAssembly.
    """
    inline = [*re.findall(r"<script>(.*?)</script>", streamlit_private.page(), re.DOTALL), OPENING, LOST]
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline]
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self' blob: 'wasm-unsafe-eval'", *(f"'sha256-{digest}'" for digest in hashes)]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self' ws: wss:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": " ".join(["'self'", *FRAMED_BY]),
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


class Guard:
    """Around the app: adds the headers, refuses who is too many in a sentence, and slows down who is too fast.

    A class has no session; what is asked of it is counted there.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = {
            "Content-Security-Policy": policy(),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may come in."""
        if scope["type"] == "websocket":
            await self._session(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        if _opens_a_page(scope) and (queue.RUNS.wait() > _LONGEST_WAIT or self._is_full(address(scope))):
            seconds = str(random.randint(*_AGAIN))
            page = PAGE.format(f"{FULL}</p><p>{_CLASS}")
            await HTMLResponse(page, 503, {"Retry-After": seconds, "Refresh": seconds})(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _is_full(self, network: str) -> bool:
        return SESSIONS.total() >= limits.SESSIONS or SESSIONS[network] >= limits.SESSIONS_BY_ADDRESS

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One tab: its messages pass at a rate, those above it wait."""
        network = address(scope)
        if self._is_full(network):
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        bucket, closed = Bucket(limits.MESSAGES), False

        async def at_a_rate() -> Message:
            nonlocal closed
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes") is None:
                _LOG.warning("a tab is closed that sent text, which no page of this app does")
                closed = True
                await send({"type": "websocket.close", "code": _NOT_TEXT})
                return {"type": "websocket.disconnect", "code": _NOT_TEXT}
            if message["type"] == "websocket.receive" and (seconds := bucket.wait()):
                await asyncio.sleep(seconds)
            return message

        async def while_open(message: Message) -> None:
            if not closed:
                await send(message)

        SESSIONS[network] += 1
        try:
            await self._app(scope, at_a_rate, while_open)
        finally:
            SESSIONS[network] -= 1
            if not SESSIONS[network]:
                del SESSIONS[network]


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Headlight</title><body style="font: 16px/1.5 system-ui; max-width: 40em; margin: 20vh auto; padding: 0 20px">
<p>{}</p>"""


def address(scope: Scope) -> str:
    """Of who asks, as it is counted; behind a proxy uvicorn has put the one that the proxy names here."""
    return limits.network((scope.get("client") or ("",))[0])


def _opens_a_page(scope: Scope) -> bool:
    """Whether somebody opens a page of the app, not its parts, and no class, which needs no session."""
    accepts = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    path = scope["path"].removeprefix(settings.base())
    return b"text/html" in accepts and not re.match(r"/(class|health|metrics|_stcore)\b", path)
