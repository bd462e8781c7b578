"""What stands before every page on a public host: strict headers, and caps on how many come and how fast they speak."""

import asyncio
import base64
import hashlib
import random
import re
import time
from collections import Counter

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headlight.frame import streamlit_private, turns
from headlight.server import settings

MOST_SESSIONS = settings.number("HEADLIGHT_SESSIONS", 600)
MOST_BY_ADDRESS = settings.number("HEADLIGHT_SESSIONS_BY_ADDRESS", 400)  # a school has one address for all
FRAMED_BY = settings.origins("HEADLIGHT_FRAMED_BY")  # other sites that may show the app in a frame of theirs
SESSIONS: Counter[str] = Counter()  # open ones, by address
FULL = "Headlight serves as many people as it can just now. This page tries again by itself, a few times a minute."
SLOW_DOWN = "More comes from your network than this server can take. Wait a few seconds and try again."
_MESSAGES, _MESSAGES_AT_ONCE = 40, 160  # a second, of one tab: a slider that is dragged sends one a frame
_POSTS, _POSTS_AT_ONCE = 60, 900  # a second, of one address: a class that answers all at once
_LONGEST_WAIT = 5  # seconds that somebody who opens a page has waited for a turn: who comes then waits outside
_AGAIN = 10, 20  # seconds until that page is loaded anew, by chance: not all of them at once
_TRY_AGAIN_LATER = 1013  # close code of a websocket


class Bucket:
    """Tokens that come back at a rate, up to so many; each thing that is done takes one (a token bucket)."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, time.monotonic()

    def wait(self) -> float:
        """Take one; how many seconds to wait before it is there."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._left / self._rate)

    @property
    def full(self) -> bool:
        """Whether all have come back, so that it can be forgotten."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


def policy() -> str:
    """The Content-Security-Policy: scripts of this server alone, and of inline ones that which Streamlit's page has.

    Components of Streamlit are loaded from blobs; the live model is WebAssembly.
    """
    inline = re.findall(r"<script>(.*?)</script>", streamlit_private.page(), re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline]
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self' blob: 'wasm-unsafe-eval'", *(f"'sha256-{each}'" for each in hashes)]),
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
    """Around the app: adds the headers, refuses who is too many in a sentence, and slows down who is too fast."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._posts: dict[str, Bucket] = {}
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

        if scope["method"] == "POST" and self._too_fast(_address(scope)):
            await JSONResponse({"sorry": SLOW_DOWN}, 429)(scope, receive, with_headers)
        elif _opens_a_page(scope) and (turns.TURNS.wait() > _LONGEST_WAIT or self._is_full(_address(scope))):
            seconds = random.randint(*_AGAIN)
            page = _PAGE.format(words=FULL, seconds=seconds)
            await HTMLResponse(page, 503, {"Retry-After": str(seconds)})(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _too_fast(self, address: str) -> bool:
        if len(self._posts) > 10_000:
            self._posts = {each: bucket for each, bucket in self._posts.items() if not bucket.full}
        return self._posts.setdefault(address, Bucket(_POSTS, _POSTS_AT_ONCE)).wait() > 0

    def _is_full(self, address: str) -> bool:
        return SESSIONS.total() >= MOST_SESSIONS or SESSIONS[address] >= MOST_BY_ADDRESS

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One tab: its messages pass at a rate, those above it wait."""
        address = _address(scope)
        if self._is_full(address):
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        bucket = Bucket(_MESSAGES, _MESSAGES_AT_ONCE)

        async def at_a_rate() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and (seconds := bucket.wait()):
                await asyncio.sleep(seconds)
            return message

        SESSIONS[address] += 1
        try:
            await self._app(scope, at_a_rate, send)
        finally:
            SESSIONS[address] -= 1
            if not SESSIONS[address]:
                del SESSIONS[address]


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="{seconds}"><meta name="color-scheme" content="light dark">
<title>Headlight</title><body style="font: 18px/1.5 system-ui; max-width: 40em; margin: 20vh auto; padding: 0 20px">
<p>{words}</p><p>A class that follows its teacher always finds room: <a href="./class">type its code</a>.</p>"""


def _address(scope: Scope) -> str:
    """Of who asks; behind a proxy uvicorn has put the one that the proxy names here."""
    return (scope.get("client") or ("",))[0]


def _opens_a_page(scope: Scope) -> bool:
    """Whether somebody opens a page of the app, not its parts, and no class, which needs no session."""
    accepts = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    path = scope["path"].removeprefix(settings.base())
    return b"text/html" in accepts and not re.match(r"/(class|health|metrics|_stcore)\b", path)
