"""The address /metrics: how many use the server and how long it takes, as OpenMetrics, without a word of anybody."""

from anyio import to_thread
from prometheus_client import REGISTRY, Gauge
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from headlight.app import queue  # noqa: F401  (its histogram is told too)
from headlight.rooms.rooms import ROOMS
from headlight.server.guard import SESSIONS

Gauge("headlight_sessions", "Open tabs of the app").set_function(SESSIONS.total)
Gauge("headlight_rooms", "Open rooms of classes, on all replicas").set_function(ROOMS.count)
Gauge("headlight_listeners", "Who follows a class on this replica").set_function(lambda: ROOMS.listeners)


async def answer(request: Request) -> Response:
    """All that is measured, for who asks this server itself: nobody outside needs it, who comes through a proxy."""
    if "x-forwarded-for" in request.headers:
        return Response(status_code=404)
    return Response(await to_thread.run_sync(generate_latest, REGISTRY), media_type=CONTENT_TYPE_LATEST)
