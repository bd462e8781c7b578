"""The addresses of a class: /class/CODE shows what its teacher shows, to many, without a session of Streamlit each."""

import gzip
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial, wraps
from io import BytesIO
from string import Template
from typing import Any
from urllib.parse import quote, urlsplit

import segno
import streamlit as st
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from headlight.app import teach, visit
from headlight.app.components import kept_scripts
from headlight.outside import live_page
from headlight.pictures.scripts import BROWSER, LOST, scripts_of
from headlight.pictures.standalone import unfilled
from headlight.reading import log
from headlight.reading.reader import CannotShow
from headlight.reading.real_models import BUNDLED
from headlight.rooms.limits import Door
from headlight.rooms.room import LENGTH, LETTERS, NO_ROOM, SEARCHED, UNREACHABLE, Ended, NoRoom, Room, sorry
from headlight.rooms.rooms import ROOMS
from headlight.server import guard, questions
from headlight.server.commands import TOLD, asker, changed
from headlight.server.settings import base
from transformer.bundled.folders import MODELS, WEIGHTS

_MODEL = MODELS / BUNDLED
_COOKIE = "headlight_class_"  # and a code: a signed number of chance by which an answer can be changed, and counts once
_WATCH = "watch"  # in an address: whoever teaches sees what a student sees, and is not counted
_STREAMLITS_CLOUD = ".streamlit.app"  # hands on no cookies but Streamlit's own, such as that of Starlette's session
_LATER = "live/", "engine/"  # scripts that a page asks for when somebody looks around alone
_LONGEST = 20_000  # bytes of what is said to a room
_LONGEST_FILE = 300_000  # bytes of what its teacher says, who may bring the answers of 1,000 students
_UNREAD = "This could not be read."
_NOT_HERE = "Only who follows this class can answer. Reload the page and try again."
_NOT_YOURS = "Only the teacher of this class can do that."
_SLOW_DOWN = "More comes from you or your network than this server can take. Wait a few seconds and try again."
_MANY_ANSWER = "Many in your network answer for the first time. Try again in a moment."
_MANY_WORDS = "Many words were tried on this phone. Compare them with your sheet, and try again in half a minute."
_AGAIN, _SOON = 20, 5  # seconds after which a page tries again: where too many come, where rooms cannot be reached

Answer = Callable[[Request], Awaitable[Response]]
_door = Door()


def routes() -> list[BaseRoute]:
    """A route for each of them."""
    root = f"{base()}/class"
    return [
        Route(root, _page),
        Route(root, _open, methods=["POST"]),
        Route(f"{root}/scripts/{{version}}/facts.json", _facts),
        Route(f"{root}/scripts/{{version}}/pages/unfilled.html", _unfilled),
        Mount(f"{root}/scripts/{{version}}", _Scripts(directory=BROWSER)),
        Route(f"{root}/{{code}}", _page),
        Route(f"{root}/{{code}}", _command, methods=["POST"]),
        Route(f"{root}/{{code}}/answer", _answer, methods=["POST"]),
        Route(f"{root}/{{code}}/events", _events),
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
    """Return what the live page has to know of the model, for students who explore on their own."""
    packed = await to_thread.run_sync(_packed_facts)
    headers = {"Cache-Control": "no-cache", "Content-Encoding": "gzip"}
    return Response(packed, media_type="application/json", headers=headers)


async def _unfilled(request: Request) -> Response:
    """Return a page of the pictures that are asked for, to be filled with boards and saved."""
    try:
        page = await to_thread.run_sync(unfilled, *sorted({*request.query_params.get("pictures", "").split(",")}))
    except ValueError:
        return PlainTextResponse("A picture of this name is not drawn here: reload the page and save again.", 404)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


@cache
def _packed_facts() -> bytes:
    return gzip.compress(json.dumps(live_page.facts_of("start"), ensure_ascii=False).encode(), mtime=0)


class _TooFast(Exception):
    """Somebody posts faster than is let in."""


def _calm(answer: Answer) -> Answer:
    """Whatever goes wrong is said in a sentence."""

    @wraps(answer)
    async def calmly(request: Request) -> Response:
        try:
            return await answer(request)
        except _TooFast:
            return _sentence(_SLOW_DOWN, 429)
        except Ended as error:
            return JSONResponse({"sorry": str(error), "ended": True}, 410)
        except NoRoom as error:
            return _sentence(str(error), 503)
        except CannotShow as error:
            return _sentence(str(error), 409)
        except ValueError:  # of JSON, or of what stands in it
            return _sentence(_UNREAD, 400)
        except Exception as error:  # such as a line to Redis that is cut
            log.log("class", error)
            return _sentence(UNREACHABLE, 503)

    return calmly


def _sentence(words: str, status: int) -> JSONResponse:
    return JSONResponse({"sorry": words}, status)


def _code(request: Request) -> str:
    """The code of an address, however it is spaced, or with words after it; "" where it can be none."""
    given = str(request.path_params.get("code", "")).upper()
    for part in (given, given.strip().partition(" ")[0]):
        code = "".join(letter for letter in part if letter.isalnum())
        if len(code) == LENGTH and set(code) <= set(LETTERS):
            return code
    return ""


async def _page(request: Request) -> Response:
    """The page of those who follow; without a code it asks for one."""
    code, asked_code = _code(request), request.path_params.get("code")
    if asked_code is not None and asked_code != code:  # small letters, or no code at all, of which the page says why
        return RedirectResponse(f"./{code}" if code else f"../class#{quote(asked_code[:80], safe='')}", 307)
    try:
        room = await to_thread.run_sync(ROOMS.read, code) if code else None
    except Exception as error:  # such as a line to Redis that is cut
        log.log("class", error)
        return _later(UNREACHABLE, 503, _SOON)
    if code and not _may_ask(request, code, room):
        return _later(SEARCHED, 429, _AGAIN)
    is_new = room is not None and not room.number(_number(request)) and _WATCH not in request.query_params
    scripts = kept_scripts().removeprefix("class/" if code else "")
    pictures = [f"pictures/{name}" for name in room.json("about").get("pictures", [])] if room else []
    files = [file for file in scripts_of(["pages/class", *pictures]) if not file.startswith(_LATER)]
    loads = f"<script>{LOST}</script>"
    loads += "".join(f'<link rel="modulepreload" href="{scripts}/{file}">' for file in files)
    for name in ("shared/design_tokens", "shared/shared", "components/board", *pictures):
        loads += f'<link rel="preload" as="style" href="{scripts}/{name}.css">'
    page = Template((BROWSER / "pages" / "class.html").read_text("utf-8")).substitute(
        code=code, letters=LETTERS, length=LENGTH, scripts=scripts, loads=loads
    )
    answer = HTMLResponse(page, headers={"Cache-Control": "no-cache"})
    if room and is_new:
        name, number = f"{_COOKIE}{code}", room.new_number()
        answer.headers.append("Set-Cookie", f"{name}={number}; HttpOnly; {_where_it_goes()}")
        if (request.url.hostname or "").endswith(_STREAMLITS_CLOUD):
            request.scope.get("session", {})[name] = number
    return answer


def _where_it_goes() -> str:
    """With which requests a browser sends the cookie: with those to this folder, wherever a proxy has put that.

    In the frame of another site it sends none but those that are meant for it, kept apart for each site that frames:
    Partitioned, which http.cookies knows from Python 3.14 on.
    """
    return "SameSite=None; Secure; Partitioned" if guard.FRAMED_BY else "SameSite=Strict"


def _later(sentence: str, status: int, seconds: int) -> Response:
    """A sentence instead of the page, which comes by itself in a while."""
    return HTMLResponse(guard.PAGE.format(sentence), status, {"Retry-After": str(seconds), "Refresh": str(seconds)})


def _may_ask(request: Request, code: str, room: Room | None) -> bool:
    """Whether somebody may ask for a code; who has a number of its room has found it long ago."""
    known = room is not None and room.number(_number(request))
    return bool(known) or _door.codes.let_in(guard.address(request.scope), code)


async def _events(request: Request) -> Response:
    # A proxy that collects a stream before it passes it on is asked not to.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    code, address = _code(request), guard.address(request.scope)
    if not _may_ask(request, code, ROOMS.followed(code)):  # a stream tells rooms from none, as the page does
        return Response(sorry(SEARCHED, 1000 * _AGAIN), media_type="text/event-stream", headers=headers)
    seen, teacher = request.headers.get("last-event-id", "")[:200], request.query_params.get("silent")
    signed = "" if _WATCH in request.query_params else _number(request) if teacher is None else teacher[:80]
    # As who is behind a filter that hands on nothing before a stream has ended.
    once, again = request.query_params.get("once", "")[:20], "again" in request.query_params
    silent = teacher is not None
    stream = ROOMS.follow(code, signed, seen, address=address, silent=silent, once=once, again=again)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@_calm
async def _open(request: Request) -> Response:
    """Open a room, or the one whose secret is given."""
    request_fields, address = await _said(request), guard.address(request.scope)
    asked = [request_fields.get(field, "") for field in ("secret", "code", "at", "page")]
    if not all(isinstance(value, str) for value in asked):
        raise ValueError("no secret, no code, no address, or no page")
    secret, known_code, page_address, page = asked
    page = teach.page_of(page[:80])
    reached = _reached(page_address or str(request.url))
    _let_post(address, _teacher(known_code, secret) or page)
    code, secret = await to_thread.run_sync(ROOMS.open, secret[:80], known_code[:LENGTH], address, page)
    _door.codes.know(address, code)
    link = f"{reached}/{code}"
    white: dict[str, Any] = {"border": 3, "light": "#fff"}  # as phones expect it
    drawn = segno.make(link, error="m").svg_data_uri(**white, svgclass=None, lineclass=None, omitsize=True)
    alone = visit.is_loopback(link)
    room = await to_thread.run_sync(ROOMS.read, code)
    number = room.teachers() if room else ""
    return JSONResponse({"code": code, "secret": secret, "link": link, "qr": drawn, "alone": alone, "number": number})


def _let_post(address: str, name: str) -> None:
    """Let something be posted, by somebody who is known here, or by a stranger.

    Raises:
        _TooFast: not now.
    """
    if not _door.may_post(address, name):
        raise _TooFast


def _teacher(code: str, secret: str) -> str:
    """Return the name of the teacher whose class is followed here; "" for anybody else."""
    return f"teacher of {code}" if ROOMS.knows_teacher(code, secret) else ""


@_calm
async def _command(request: Request) -> Response:
    """Do what the teacher asks of a room."""
    code = _code(request)
    secret = request.headers.get("authorization", "").removeprefix("Bearer ")
    _let_post(guard.address(request.scope), _teacher(code, secret))
    if not await to_thread.run_sync(ROOMS.rules, code, secret):
        return _sentence(_NOT_YOURS, 403)
    request_fields = await _said(request, _LONGEST_FILE)
    match request_fields.get("do"):
        case "end":
            await to_thread.run_sync(ROOMS.end, code)
        case str() as word if word in TOLD:
            room = await to_thread.run_sync(ROOMS.read, code)
            return JSONResponse(await to_thread.run_sync(TOLD[word], room) if room else {})
        case str() as word:
            await to_thread.run_sync(_do, code, word, request_fields)
        case _:
            raise ValueError("no command")
    return JSONResponse({})


def _do(code: str, word: str, request: Mapping[str, Any]) -> None:
    """Change a room as its teacher says."""
    if not (room := ROOMS.read(code)):
        raise NoRoom(NO_ROOM)
    ROOMS.write(code, changed(room, word, request))


@_calm
async def _answer(request: Request) -> Response:
    """A student's answer; it can be changed until all are shown. Only who follows the room is counted, and once.

    Who follows it on another replica is looked up in the store, under the cap of those whom this one does not know.
    """
    code, address = _code(request), guard.address(request.scope)
    number = ROOMS.knows_phone(code, _number(request))
    _let_post(address, f"phone {number}" if number else "")
    request_fields = await _said(request)
    room = await to_thread.run_sync(ROOMS.read, code) if code else None
    if room and not number and (elsewhere := room.number(_number(request))) in room.phones():
        number = elsewhere
    if not room or not number:
        return _sentence(_NOT_HERE, 403)
    if not _door.numbers.let_in(address, f"{code} {number}"):
        return _sentence(_MANY_ANSWER, 429)
    if "words" in request_fields and not _door.words.let_in(f"{code} {number}", str(request_fields["words"])[:80]):
        return _sentence(_MANY_WORDS, 429)
    turn = partial(ROOMS.turn, code)
    answer = asker(room).given if "set" in request_fields else partial(questions.answered, turn=turn)
    given = await to_thread.run_sync(answer, room, number, request_fields)
    await to_thread.run_sync(ROOMS.write, code, given.fields)
    return JSONResponse({**given.told})


def _number(request: Request) -> str:
    """The signed number of a browser in the room of its address, if it has one."""
    name = f"{_COOKIE}{_code(request)}"
    return str(request.cookies.get(name) or request.scope.get("session", {}).get(name) or "")[:80]


async def _said(request: Request, longest: int = _LONGEST) -> dict:
    """Read the JSON of a request.

    A page of a stranger cannot send this type without asking first, which is not answered.

    Raises:
        ValueError: it says nothing that can be read.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise ValueError("not JSON")
    read = BytesIO()
    async for part in request.stream():
        read.write(part)
        if read.tell() > longest:
            raise ValueError("too long")
    try:
        fields = json.loads(read.getvalue())
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(fields, dict):
        raise ValueError("not an object")
    return fields


def _reached(page_address: str) -> str:
    """The address of all classes as others reach it: what the teacher's page says, unless that is this computer's own.

    The server does not know what a proxy has put before its path.

    Raises:
        ValueError: it is no address.
    """
    if not re.fullmatch(r"https?://[^\s?#]{1,300}/class", page_address):
        raise ValueError("no address of classes")
    address, server_name = urlsplit(page_address), str(st.get_option("browser.serverAddress") or "localhost")
    if visit.is_loopback(page_address) and not visit.is_loopback(f"//{server_name}"):
        address = address._replace(netloc=f"{server_name}:{address.port}" if address.port else server_name)
    return address.geturl()
