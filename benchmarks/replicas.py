"""Three replicas behind haproxy: one is drained, one killed, and a room goes on; how long listeners are without it.

python -m benchmarks.replicas [--listeners 60]
"""

import argparse
import asyncio
import json
import socket
import statistics
import time
from urllib.request import Request, urlopen

from headlight.server import replicas
from headlight.server.replicas import Machine

_PORT = 8601


def main() -> None:
    """Run it and say what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=60)
    machine = replicas.start(3, _PORT)
    try:
        asyncio.run(_measure(machine, parser.parse_args().listeners))
    finally:
        machine.stop()


class Listener:
    """Follows a room as a browser does: it comes again when its line is cut."""

    def __init__(self) -> None:
        self.paused: bool | None = None
        self.cut = 0
        self.without: list[float] = []  # seconds between a cut and the next word

    async def follow(self, code: str) -> None:
        """For as long as it is not cancelled."""
        gone = None
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", _PORT)
                writer.write(f"GET /class/{code}/events HTTP/1.1\r\nHost: localhost:{_PORT}\r\n\r\n".encode())
                while line := await reader.readline():
                    if line.startswith(b"data: {"):
                        self.paused = json.loads(line[6:])["paused"]
                    if line.startswith(b"event: ") and gone is not None:
                        self.without.append(time.perf_counter() - gone)
                        gone = None
                writer.close()
            except OSError:
                pass
            self.cut += 1
            gone = gone or time.perf_counter()
            await asyncio.sleep(1)  # what `retry:` says


def _say(path: str, said: dict, secret: str = "") -> dict:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(f"http://localhost:{_PORT}{path}", json.dumps(said).encode(), headers), timeout=10) as answer:
        return json.load(answer)


def _admin(machine: Machine, command: str) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(machine.folder / "admin"))
        line.sendall(f"{command}\n".encode())
        return line.recv(65536).decode()


async def _until(holds, seconds: float = 60) -> float:
    start = time.perf_counter()
    while not await asyncio.to_thread(holds):
        assert time.perf_counter() - start < seconds, "it never came"
        await asyncio.sleep(0.02)
    return time.perf_counter() - start


def _is_well() -> bool:
    try:
        with urlopen(f"http://localhost:{_PORT}/health", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


async def _measure(machine: Machine, count: int) -> None:
    print(f"3 replicas are well after {await _until(_is_well, 180):.1f} s")
    await _until(lambda: _admin(machine, "show stat").count(",UP,") >= 4, 180)  # three and the backend
    room = await asyncio.to_thread(_say, "/class", {})
    code, secret = room["code"], room["secret"]
    listeners = [Listener() for _ in range(count)]
    tasks = [asyncio.create_task(each.follow(code)) for each in listeners]
    await _until(lambda: all(each.paused is False for each in listeners))

    async def turn(word: str) -> float:
        start = time.perf_counter()
        await asyncio.to_thread(_say, f"/class/{code}", {"do": word}, secret)
        await _until(lambda: all(each.paused is (word == "pause") for each in listeners))
        return time.perf_counter() - start

    print(f"{count} on three replicas hear the teacher within {1000 * await turn('pause'):.0f} ms")
    _admin(machine, "set server replicas/replica1 state drain")
    print(f"one drained: {1000 * await turn('go on'):.0f} ms, lines cut: {sum(each.cut for each in listeners)}")
    machine.replicas[1].kill()
    print(f"one killed: all have heard the next word after {await turn('pause'):.2f} s")
    gaps = [gap for each in listeners for gap in each.without]
    if gaps:
        typical, worst = statistics.median(gaps), max(gaps)
        print(f"lines cut: {len(gaps)}; without the class: median {typical:.2f} s, worst {worst:.2f} s")
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    main()
