"""The addresses of what a school takes home: /questions/NAME is a file of the sixteen questions."""

import re
from functools import lru_cache

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from headlight.questions.questions import Refused, bundled
from headlight.questions.school import FILES, made
from headlight.reading.log import log
from headlight.server.settings import base

_APP = re.compile(r"https?://[^\s?#\"'<>\\]{1,300}")
_UNREAD = "The questions of this server cannot be read: ask who runs it, and see its log."


def routes() -> list[BaseRoute]:
    """A route for all of them."""
    return [Route(f"{base()}/questions/{{name}}", _file)]


async def _file(request: Request) -> Response:
    """Return a file to be saved; `app` in the address is where its links to views lead."""
    name, app = request.path_params["name"], request.query_params.get("app", "")
    if name not in FILES:
        return PlainTextResponse(f"There is no file {name!r}. There are {', '.join(FILES)}.", 404)
    if app and not _APP.fullmatch(app):
        return PlainTextResponse("app has to be the address of an app, such as https://school.example/headlight.", 400)
    try:
        content = await to_thread.run_sync(_made, name, app)
    except (OSError, Refused) as error:
        log("questions", error)
        return PlainTextResponse(_UNREAD, 503)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=FILES[name].media_type, headers=headers)


@lru_cache(maxsize=32)
def _made(name: str, app: str) -> bytes:
    return made(name, bundled(), app)
