"""The addresses of a class: /class/CODE shows what its teacher shows, to many, without a session of Streamlit each."""

import gzip
import ipaddress
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, wraps
from io import BytesIO
from string import Template
from typing import Any
from urllib.parse import SplitResult, urlsplit

import segno
import streamlit as st
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from headlight import live_page
from headlight.frame import log
from headlight.frame.components import BROWSER, kept_scripts
from headlight.frame.found import BUNDLED
from headlight.frame.reader import CannotShow
from headlight.pictures import standalone
from headlight.rooms.rooms import LENGTH, LETTERS, NO_ROOM, ROOMS, NoRoom
from headlight.rooms.shared import Fields
from headlight.server import guard, questions
from headlight.server.settings import base
from transformer.bundled.folders import MODELS, WEIGHTS

_MODEL = MODELS / BUNDLED
_COOKIE = "headlight_class"  # a number of chance by which an answer can be changed, and is counted once
_STREAMLITS_CLOUD = ".streamlit.app"  # hands on no cookies but Streamlit's own, such as that of Starlette's session
_LATER = "live/", "engine/"  # scripts that a page asks for when somebody looks around alone
_LONGEST = 20_000  # bytes of what is said to a room
_UNREAD = "This could not be read."
_NOT_HERE = "Only who follows this class can answer. Reload the page and try again."
_NOT_YOURS = "Only the teacher of this class can do that."
_UNREACHABLE = "The rooms of this server cannot be reached just now. Try again in a moment."

Answer = Callable[[Request], Awaitable[Response]]


def routes() -> list[BaseRoute]:
    """A route for each of them."""
    at = f"{base()}/class"
    return [
        Route(at, _page),
        Route(at, _open, methods=["POST"]),
        Route(f"{at}/scripts/{{version}}/facts.json", _facts),
        Mount(f"{at}/scripts/{{version}}", _Scripts(directory=BROWSER)),
        Route(f"{at}/{{code}}", _page),
        Route(f"{at}/{{code}}", _command, methods=["POST"]),
        Route(f"{at}/{{code}}/answer", _answer, methods=["POST"]),
        Route(f"{at}/{{code}}/events", _events),
    ]


class _Scripts(StaticFiles):
    """Scripts, styles and the model that runs in a browser, whose address says their version.

    Who asks for another version has had a page open since before the server was started anew, and is given these.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == WEIGHTS:
            answer: Response = FileResponse(_MODEL / WEIGHTS, media_type="application/octet-stream")
        else:
            answer = await super().get_response(path, scope)
        kept = kept_scripts().endswith(f"/{scope['path_params']['version']}")
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return answer


async def _facts(_request: Request) -> Response:
    """What the live page has to know of the model, for who looks around alone."""
    packed = await to_thread.run_sync(_packed_facts)
    headers = {"Cache-Control": "no-cache", "Content-Encoding": "gzip"}
    return Response(packed, media_type="application/json", headers=headers)


@cache
def _packed_facts() -> bytes:
    return gzip.compress(json.dumps(live_page.facts_of("start"), ensure_ascii=False).encode(), mtime=0)


def _calm(answer: Answer) -> Answer:
    """Whatever goes wrong is said in a sentence."""

    @wraps(answer)
    async def calmly(request: Request) -> Response:
        try:
            return await answer(request)
        except NoRoom as error:
            return _sentence(str(error), 503)
        except CannotShow as error:
            return _sentence(str(error), 409)
        except ValueError:  # of JSON, or of what stands in it
            return _sentence(_UNREAD, 400)
        except Exception as error:  # such as a line to Redis that is cut
            log.log("class", error)
            return _sentence(_UNREACHABLE, 503)

    return calmly


def _sentence(words: str, status: int) -> JSONResponse:
    return JSONResponse({"sorry": words}, status)


def _code(request: Request) -> str:
    """The code of an address; "" where it can be none."""
    code = str(request.path_params.get("code", "")).upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""


async def _page(request: Request) -> Response:
    """The page of those who follow; without a code it asks for one."""
    code = _code(request)
    if request.path_params.get("code", code) != code:
        return RedirectResponse(f"./{code}" if code else "../class", 307)  # small letters, or no code at all
    room = await to_thread.run_sync(ROOMS.read, code) if code else None
    scripts = kept_scripts().removeprefix("class/" if code else "")
    pictures = room.json("about").get("pictures", []) if room else []
    files = [each for each in standalone.files_of(["class", *pictures]) if not each.startswith(_LATER)]
    loads = "".join(f'<link rel="modulepreload" href="{scripts}/{file}">' for file in files)
    for name in ("shared", "board", *pictures):
        loads += f'<link rel="preload" as="style" href="{scripts}/{name}.css">'
    page = Template((BROWSER / "class.html").read_text("utf-8")).substitute(code=code, scripts=scripts, loads=loads)
    answer = HTMLResponse(page, headers={"Cache-Control": "no-cache"})
    if code and not _browser(request):
        number = secrets.token_urlsafe(12)
        answer.headers.append("Set-Cookie", f"{_COOKIE}={number}; HttpOnly; {_where_it_goes()}")
        if (request.url.hostname or "").endswith(_STREAMLITS_CLOUD):
            request.scope.get("session", {})[_COOKIE] = number
    return answer


def _where_it_goes() -> str:
    """With which requests a browser sends the cookie: with those to this folder, wherever a proxy has put that.

    In the frame of another site it sends none but those that are meant for it, kept apart for each site that frames:
    Partitioned, which http.cookies knows from Python 3.14 on.
    """
    return "SameSite=None; Secure; Partitioned" if guard.FRAMED_BY else "SameSite=Strict"


async def _events(request: Request) -> Response:
    code = _code(request)
    seen = request.headers.get("last-event-id", "")[:200]
    stream = ROOMS.follow(code, _browser(request) or "no cookie", seen, silent="silent" in request.query_params)
    # A proxy that collects a stream before it passes it on is asked not to.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@_calm
async def _open(request: Request) -> Response:
    """Open a room, or the one whose secret is given."""
    wanted = await _said(request)
    at = _reached(str(wanted.get("at") or request.url))
    code, secret = await to_thread.run_sync(ROOMS.open, str(wanted.get("secret", ""))[:80])
    link = f"{at}/{code}"
    white = {"border": 3, "light": "#fff", "svgclass": None, "lineclass": None, "omitsize": True}  # as phones expect it
    drawn = segno.make(link, error="m").svg_data_uri(**white)
    alone = _is_loopback(urlsplit(link))
    return JSONResponse({"code": code, "secret": secret, "link": link, "qr": drawn, "alone": alone})


@_calm
async def _command(request: Request) -> Response:
    """What the teacher does with a room."""
    code, said = _code(request), await _said(request)
    secret = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not await to_thread.run_sync(ROOMS.rules, code, secret):
        return _sentence(_NOT_YOURS, 403)
    match said.get("do"):
        case "end":
            await to_thread.run_sync(ROOMS.end, code)
        case "read":
            room = await to_thread.run_sync(ROOMS.read, code)
            return JSONResponse({"written": questions.written(room) if room else []})
        case word:
            await to_thread.run_sync(_do, code, word, said)
    return JSONResponse({})


def _do(code: str, word: object, said: Mapping[str, Any]) -> None:
    """Change a room as its teacher says."""
    if not (room := ROOMS.read(code)):
        raise NoRoom(NO_ROOM)
    changes: dict[object, Callable[[], Fields]] = {
        "pause": lambda: {"paused": b"1"},
        "go on": lambda: {"paused": None},
        "ask": lambda: questions.asked(said, room).fields(room),
        "reveal": lambda: {"results": questions.results(room)},
        "again": lambda: questions.again(room),
        "reset": lambda: questions.reset(room),
        "close": lambda: questions.closed(room),
    }
    if word not in changes or (word in ("reveal", "again", "reset") and "question" not in room.fields):
        raise ValueError("no such command, or nothing to do it with")
    ROOMS.write(code, changes[word]())


@_calm
async def _answer(request: Request) -> Response:
    """A student's answer; it can be changed until all are shown. Only who follows the room is counted, and once."""
    code, said, browser = _code(request), await _said(request), _browser(request)
    if not ROOMS.follows(code, browser) or not (room := await to_thread.run_sync(ROOMS.read, code)):
        return _sentence(_NOT_HERE, 403)
    await to_thread.run_sync(ROOMS.write, code, questions.answered(room, browser, said))
    return JSONResponse({})


def _browser(request: Request) -> str:
    """The number of chance of a browser, "" for one that has none; a line in a stream has none of its own."""
    number = request.cookies.get(_COOKIE) or request.scope.get("session", {}).get(_COOKIE)
    return str(number or "")[:40]


async def _said(request: Request) -> dict:
    """What a request says in JSON.

    A page of a stranger cannot send this type without asking first, which is not answered.

    Raises:
        ValueError: it says nothing that can be read.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise ValueError("not JSON")
    read = BytesIO()
    async for part in request.stream():
        read.write(part)
        if read.tell() > _LONGEST:
            raise ValueError("too long")
    said = json.loads(read.getvalue())
    if not isinstance(said, dict):
        raise ValueError("not an object")
    return said


def _reached(at: str) -> str:
    """The address of all classes as others reach it: what the teacher's page says, unless that is this computer's own.

    The server does not know what a proxy has put before its path.

    Raises:
        ValueError: it is no address.
    """
    if not re.fullmatch(r"https?://[^\s?#]{1,300}/class", at):
        raise ValueError("no address of classes")
    here, given = urlsplit(at), str(st.get_option("browser.serverAddress") or "localhost")
    if _is_loopback(here) and not _is_loopback(urlsplit(f"//{given}")):
        here = here._replace(netloc=f"{given}:{here.port}" if here.port else given)
    return here.geturl()


def _is_loopback(address: SplitResult) -> bool:
    host = address.hostname or "localhost"
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
