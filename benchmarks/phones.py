"""Phones of a class without a browser: each follows a room and answers its questions over the addresses of a server."""

import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

AGAIN = 3  # seconds after which a phone says again what did not arrive, as its page does
Answers = Mapping[str, int]  # by question, the option


class Phone:
    """A phone that follows a class: `room` and `set` are what it was told last."""

    def __init__(self, address: str, code: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "localhost", parts.port or 80
        self._path, self._cookie = f"/class/{code}", ""
        self._heard = asyncio.Condition()
        self.room: dict[str, Any] = {}
        self.set: dict[str, Any] = {}
        self.words = ""
        self.refused = 0

    async def follow(self) -> None:
        """Come, with a number as the page brings it, and hear what is said until it is cancelled."""
        head, _ = await self._asked("GET", self._path)
        self._cookie = next(line[12:].partition(";")[0] for line in head if line.lower().startswith("set-cookie: "))
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=2**24)
        try:
            writer.write(self._request("GET", f"{self._path}/events"))
            kind = ""
            while line := (await reader.readline()).decode():
                name, _, said = line.rstrip("\r\n").partition(": ")
                if name == "event":
                    kind = said
                elif name == "data" and kind in ("room", "set"):
                    async with self._heard:
                        setattr(self, kind, json.loads(said))
                        self._heard.notify_all()
        finally:
            writer.close()

    async def until(self, comes: Callable[[], Any]) -> None:
        """Wait until what was told is as it should be."""
        async with self._heard:
            await self._heard.wait_for(comes)

    async def answer(self, phase: str, answers: Answers, pace: Callable[[], Awaitable[None]]) -> None:
        """Answer all questions of a phase in their order, each after a pace, and finish."""
        await self.until(lambda: self.set.get("phase") == phase and self.set["open"])
        given: dict[str, list[int]] = {}
        for second, item in enumerate(self.set["items"]):
            await pace()
            given[item["id"]] = [answers[item["id"]], second]
            await self._say(phase, given, done=False)
        await self._say(phase, given, done=True)

    async def _say(self, phase: str, given: Mapping[str, list[int]], *, done: bool) -> None:
        said = {"set": self.set["id"], "phase": phase, "answers": given, "done": done}
        while True:
            head, body = await self._asked("POST", f"{self._path}/answer", json.dumps(said).encode())
            if head[0].split()[1] == "200":
                self.words = json.loads(body).get("words", self.words)
                return
            self.refused += 1
            await asyncio.sleep(AGAIN)

    async def _asked(self, method: str, path: str, body: bytes = b"") -> tuple[list[str], bytes]:
        """The head and the body of what the server answers."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(self._request(method, path, body))
        whole = await reader.read()
        writer.close()
        head, _, answer = whole.partition(b"\r\n\r\n")
        return head.decode().split("\r\n"), answer

    def _request(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nCookie: {self._cookie}\r\n"
        if not path.endswith("/events"):
            head += "Connection: close\r\n"
        return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


class Teacher:
    """The teacher of a room without a browser."""

    def __init__(self, address: str) -> None:
        self.address, self.secret = f"{address}/class", ""
        opened = self._posted("", {"at": self.address})
        self.code, self.secret = opened["code"], opened["secret"]

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Do something with the room."""
        return self._posted(f"/{self.code}", {"do": what, **more})

    def _posted(self, path: str, said: Mapping[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.secret}"}
        request = urllib.request.Request(f"{self.address}{path}", json.dumps(said).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
