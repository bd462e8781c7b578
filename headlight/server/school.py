"""The addresses of what a school takes home: /questions/NAME is a file of the sixteen questions."""

import re
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from headlight.outside import live_page
from headlight.questions.questions import Refused, bundled
from headlight.questions.school import FILES, PACKAGE, made
from headlight.questions.sheet import PAPERS, Unfit, sheet
from headlight.reading.log import log
from headlight.reading.real_models import SENTENCE
from headlight.server.settings import base

_APP = re.compile(r"https?://[^\s?#\"'<>\\]{1,300}")
_NO_APP = "app has to be the address of an app, such as https://school.example/headlight."
_UNREAD = "The questions of this server cannot be read: ask who runs it, and see its log."


def routes() -> list[BaseRoute]:
    """A route for all of them."""
    return [Route(f"{base()}/questions/sheet", _sheet), Route(f"{base()}/questions/{{name}}", _file)]


async def _file(request: Request) -> Response:
    """Return a file to be saved; `app` in the address is where its links to views lead."""
    name, app = request.path_params["name"], request.query_params.get("app", "")
    if name not in FILES:
        return PlainTextResponse(f"There is no file {name!r}. There are {', '.join(FILES)}.", 404)
    if app and not _APP.fullmatch(app):
        return PlainTextResponse(_NO_APP, 400)
    try:
        content = await to_thread.run_sync(_made, name, app)
    except (OSError, Refused) as error:
        log("questions", error)
        return PlainTextResponse(_UNREAD, 503)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=FILES[name].media_type, headers=headers)


async def _sheet(request: Request) -> Response:
    """Return the worksheet of a sentence, `text`, as a page to print on `paper`."""
    text, wanted, app = (request.query_params.get(key, "") for key in ("text", "paper", "app"))
    paper = next((paper for paper in PAPERS if paper == wanted), None)
    if paper is None:
        return PlainTextResponse(f"paper has to be {' or '.join(PAPERS)}.", 400)
    if app and not _APP.fullmatch(app):
        return PlainTextResponse(_NO_APP, 400)
    try:
        page = await to_thread.run_sync(sheet, text[:SENTENCE], paper, app)
    except Unfit as error:
        return PlainTextResponse(str(error), 400)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


def _made(name: str, app: str) -> bytes:
    return made(name, bundled(), app, _live()) if name == PACKAGE else _small(name, app)


@lru_cache(maxsize=32)
def _small(name: str, app: str) -> bytes:
    return made(name, bundled(), app)


@cache
def _live() -> dict[str, bytes]:
    """The live page, which a package brings along: 9 MB, of which the weights are the most."""
    with TemporaryDirectory() as folder:
        files = sorted(path for path in live_page.site(folder, read=False).rglob("*") if path.is_file())
        return {path.relative_to(Path(folder)).as_posix(): path.read_bytes() for path in files}
