"""Under which names the server answers: under its own, so that no stranger's page can be made to read it.

A page of a stranger may let its own name point to this computer after it was loaded (DNS rebinding). The browser then
takes the server for the stranger's, and its page may ask it anything. The name in the header Host gives it away.
"""

import re

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from headlight.app.streamlit_private import is_host_allowed

SENTENCE = (
    "Headlight does not answer under this name. Open it under the address that it printed when it was started, such as "
    "http://localhost:8501, or start it with --server.allowedHosts=NAME for every name that it is to answer under.\n"
)
# What a computer calls itself, and no stranger's page is called: so a container that has other names can ask how it is.
_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
_MISDIRECTED = 421


class OwnHosts:
    """Around the app: refuses requests and websockets whose Host is not in the setting server.allowedHosts.

    Streamlit itself looks at the Host of its websocket alone.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes under an own name."""
        hosts = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        if scope["type"] == "lifespan" or (len(hosts) == 1 and _is_own(hosts[0], scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # before it is accepted: status 403
        else:
            await PlainTextResponse(SENTENCE, _MISDIRECTED)(scope, receive, send)


def _is_own(host: str, scope: Scope) -> bool:
    how_it_is = scope["type"] == "http" and scope["path"].endswith(("/health", "/metrics"))
    return is_host_allowed(host) or (how_it_is and _LOOPBACK.fullmatch(host) is not None)
