"""A connection between a page and its server that can be slow, or cut."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route, WebSocketRoute
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

CUT = "The line to the server is cut."
# As after the time that a server keeps the session of a tab whose line is cut: it is not known any more.
FORGOTTEN = """window.WebSocket = new Proxy(WebSocket, {
  construct: (kind, [address, protocols]) => new kind(address, window.forgotten ? protocols.slice(0, 2) : protocols),
})"""


class SlowWire:
    """A connection to the server whose answers can be held back."""

    def __init__(self) -> None:
        self.holds = False
        self.asked: list[ClientState] = []  # runs of the page or of a part of it
        self._line: WebSocketRoute | None = None
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []

    def connect(self, socket: WebSocketRoute) -> None:
        """Stand between a page and its server."""
        server, self._line = socket.connect_to_server(), socket

        def ask(message: str | bytes) -> None:
            if isinstance(message, bytes) and (said := BackMsg.FromString(message)).HasField("rerun_script"):
                self.asked.append(said.rerun_script)
            server.send(message)

        socket.on_message(ask)
        server.on_message(lambda message: self._answer(socket, message))

    @contextmanager
    def cut(self, page: Page) -> Iterator[list[str]]:
        """No line to the server inside the `with` block; its value grows with each attempt of the page to find it."""
        attempts: list[str] = []

        def refuse(route: Route) -> None:
            attempts.append(route.request.url)
            route.abort()

        page.route("**/_stcore/health", refuse)
        assert self._line
        self._line.close()
        yield attempts
        page.unroute("**/_stcore/health")

    def _answer(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self.holds:
            self._kept.append((socket, message))
        else:
            socket.send(message)

    def kept(self, kind: str) -> int:
        """How many messages of this kind are held back."""
        return sum(isinstance(each, bytes) and ForwardMsg.FromString(each).HasField(kind) for _, each in self._kept)

    def let_through(self, kind: str | None = None) -> None:
        """Hand over what was held back: up to the first message of a kind, or all, and from now on everything."""
        self.holds = kind is not None
        while self._kept:
            socket, message = self._kept.pop(0)
            socket.send(message)
            if kind and isinstance(message, bytes) and ForwardMsg.FromString(message).HasField(kind):
                return
