"""A connection between a page and its server that can be slow, or cut."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

CUT = "The line to the server is cut."
# In the page: what it hears of its server waits while the line is held; an event of ours goes through. Where it is
# `forgotten`, a new line is one of a tab that the server does not know any more.
_LINE = """window.line = {
  holds: false,
  kept: [],
  letThrough(messages) {
    for (const { socket, data } of this.kept.splice(0, messages))
      socket.dispatchEvent(new MessageEvent("message", { data }));
  },
};
window.WebSocket = new Proxy(WebSocket, {
  construct(kind, [address, protocols]) {
    const socket = new kind(address, window.forgotten ? protocols.slice(0, 2) : protocols);
    socket.addEventListener("message", (event) => {
      if (!line.holds || !event.isTrusted) return;
      event.stopImmediatePropagation();
      line.kept.push({ socket, data: event.data });
    });
    line.socket = socket;
    return socket;
  },
})"""


class Line:
    """The line of a page to its server, in the page itself: answers can be held back, and it can be cut."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[ClientState] = []  # runs of the page or of a part of it since it was held
        page.add_init_script(_LINE)
        page.on("websocket", lambda socket: socket.on("framesent", self._ask))

    def _ask(self, message: str | bytes) -> None:
        if isinstance(message, bytes) and (said := BackMsg.FromString(message)).HasField("rerun_script"):
            self.asked.append(said.rerun_script)

    def hold(self) -> None:
        """Hold back what the server answers from now on."""
        self.page.evaluate("line.holds = true")
        self.asked = []

    def kept(self) -> list[str | None]:
        """The kinds of the messages that are held back."""
        text = "Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('')"
        texts = self.page.evaluate(f"line.kept.map(({{ data }}) => {text})")
        return [ForwardMsg.FromString(each.encode("latin-1")).WhichOneof("type") for each in texts]

    def let_through(self, kind: str | None = None) -> None:
        """Hand over what was held back: up to the first message of a kind, or all, and from now on everything."""
        kept = self.kept() if kind else []
        self.page.evaluate(
            "([holds, messages]) => { line.holds = holds; line.letThrough(messages); }",
            [kind is not None, kept.index(kind) + 1 if kind in kept else 999],
        )

    @contextmanager
    def cut(self) -> Iterator[list[str]]:
        """No line to the server inside the `with` block; its value grows with each attempt of the page to find it."""
        attempts: list[str] = []

        def refuse(route: Route) -> None:
            attempts.append(route.request.url)
            route.abort()

        self.page.route("**/_stcore/health", refuse)
        self.page.evaluate("line.socket.close()")
        yield attempts
        self.page.unroute("**/_stcore/health")
