"""The picture of a link, /card.png?text=...: what a chat or a network shows beside the address of a sentence."""

from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from headlight.app import queue
from headlight.pictures.picture import Drawn
from headlight.reading import reader, running
from headlight.reading.log import log
from headlight.reading.reader import CannotShow
from headlight.reading.real_models import SENTENCE
from headlight.rooms.limits import CARDS, Buckets
from headlight.server import guard
from headlight.server.card_drawn import has_letters, png
from headlight.server.settings import base
from headlight.state.address import AT
from headlight.state.places import START
from headlight.state.registry import find
from headlight.state.state import State

_KEYS = "layer", "head", "query", "edited"  # of a link: what the start draws beside its text, and no question
_NOTHING = "There is no picture of this link: it has no text that can be read, or letters that its type has not."
_SLOW_DOWN = "More pictures are asked for from your network than this server draws. Try again in a minute."
_BUSY = "This server is busy. Try again in a few seconds."
_FAILED = "This picture could not be drawn: ask who runs the server, and see its log."
_KEPT = {"Cache-Control": "public, max-age=3600"}
_LONGEST_WAIT = 5  # seconds that others wait for their turn: no picture is drawn then
_by_address = Buckets(CARDS)
_turns = CapacityLimiter(2)  # that are drawn at once


class _InAPause(running.Host):
    """Asks for what a pause shows, and not for what comes to a reader who rests."""

    def is_resting(self) -> bool:
        return False


def routes() -> list[Route]:
    """A route for it."""
    return [Route(f"{base()}/card.png", _card)]


def query_of(keys: Mapping[str, str]) -> str:
    """Return what the picture of a link is asked for by; "" where it has none. No model runs for that.

    Args:
        keys: of the address of the link. In one to another view than the start only the text counts.
    """
    text, wanted = keys.get("text", "")[:SENTENCE], _KEYS if keys.get(AT, START) == START else ()
    if not reader.as_read(text) or not has_letters(text):
        return ""
    return urlencode({"text": text} | {key: keys[key] for key in wanted if key in keys})


def address_of(keys: Mapping[str, str], scope: Scope) -> str:
    """Return the whole address of the picture of a link; "" where it has none."""
    query = query_of(keys)
    return f"{scope['scheme']}://{_here(scope)}/card.png?{query}" if query else ""


def _here(scope: Scope) -> str:
    """The server as it is asked, without a scheme."""
    return f"{Headers(scope=scope).get('host', '')}{base()}"


async def _card(request: Request) -> Response:
    if not (query := query_of(request.query_params)):
        return PlainTextResponse(_NOTHING, 404)
    if not _by_address.take(guard.address(request.scope)):
        return PlainTextResponse(_SLOW_DOWN, 429, {"Retry-After": "60"})
    if queue.RUNS.wait() > _LONGEST_WAIT:
        return PlainTextResponse(_BUSY, 503, {"Retry-After": "10"})
    try:
        content = await to_thread.run_sync(_drawn, query, _here(request.scope), limiter=_turns)
    except CannotShow as error:
        return PlainTextResponse(str(error), 404)
    except Exception as error:  # such as a model's file that is damaged
        log("card", error)
        return PlainTextResponse(_FAILED, 503)
    return Response(content, media_type="image/png", headers=_KEPT)


@lru_cache(maxsize=128)
def _drawn(query: str, here: str) -> bytes:
    with queue.RUNS.turn(), running.use_host(_InAPause()):
        picture = find(START).board(State.parse(find(START), query)).drawn("looks")
    assert isinstance(picture, Drawn)
    return png(picture, here)
