"""A line to a server that can be slow, cut, or mute: a proxy with an address of its own, in a thread."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """A browser at an `address`: its line to the server, and what comes over it."""

    def __init__(self, server: str, delay: float = 0) -> None:
        """Lead to a server.

        Args:
            server: its address.
            delay: seconds that each piece takes, there and back.
        """
        self.delay, self._to, self._open = delay, urlsplit(server).port, True
        self._writers, self._sockets, self._mute = (set[asyncio.StreamWriter]() for _ in range(3))
        ready = threading.Event()

        async def serve() -> None:
            self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
            listening = await asyncio.start_server(self._joined, "127.0.0.1", 0)
            self.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            ready.set()
            await self._ended.wait()
            listening.close()

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
        self._thread.start()
        ready.wait()

    def close(self) -> None:
        """End it, and all that is under way."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Nothing goes through inside the `with` block; who was connected is not any more."""
        self._open = False
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._writers])
        try:
            yield
        finally:
            self._open = True

    def mute(self) -> None:
        """Nothing more goes over any websocket, and neither end hears of it, as where a phone changes its network.

        What is asked for anew gets through.
        """
        self._mute |= self._sockets

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._open:
            return writer.transport.abort()
        try:
            there, on = await asyncio.open_connection("127.0.0.1", self._to)
        except (OSError, asyncio.CancelledError):  # the server is being started anew, or it ends
            return writer.transport.abort()
        self._writers |= {writer, on}
        try:
            asked = await reader.read(65536)
            if b"upgrade: websocket" in asked.lower():
                self._sockets |= {writer, on}
            on.write(asked)
            await asyncio.gather(self._carry(reader, on), self._carry(there, writer))
        except asyncio.CancelledError:  # it ends
            writer.transport.abort()
            on.transport.abort()
        for writers in (self._writers, self._sockets, self._mute):
            writers -= {writer, on}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting = asyncio.Queue[tuple[float, bytes]]()

        async def deliver() -> None:
            while True:
                due, piece = await waiting.get()
                await asyncio.sleep(max(0, due - self._loop.time()))
                if writer in self._mute:
                    continue
                if not piece:
                    return writer.close()
                writer.write(piece)

        delivery = self._loop.create_task(deliver())
        with suppress(OSError):
            while piece := await reader.read(65536):
                waiting.put_nowait((self._loop.time() + self.delay, piece))
        waiting.put_nowait((self._loop.time() + self.delay, b""))
        await delivery
