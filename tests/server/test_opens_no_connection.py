"""Each way to start that the documents give opens no connection to the outside: a proxy that listens counts none."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.servers import ROOT, is_well
from headlight.server import opened, replicas
from tests.sampled import sampled
from tests.server.asked_host import STREAM, asked

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
DEPLOY = ROOT / "deploy"


def ways() -> Iterator[str]:
    """The lines of the documents, of the Makefile behind them, and of the images: each as a shell has it.

    Alone, `headlight` is `headlight app`.
    """
    for document in DOCUMENTS:
        yield from re.findall(
            r"(?m)^(?:\S+=\S+ )*\.venv/bin/streamlit run app\.py.*?(?= *#|$)", document.read_text("utf-8")
        )
    yield from re.findall(r"`(headlight (?:app|share)\b.*?)`", (ROOT / "docs" / "install.md").read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("run", "share", "serve"):
        yield re.findall(rf"(?m)^{target}:.*\n\t@\$\(BIN\)/(.*)$", makefile)[0].replace("$(N)", "1")
    image = shlex.join(json.loads(re.findall(r"(?m)^ENTRYPOINT (.*)$", (DEPLOY / "Dockerfile").read_text("utf-8"))[0]))
    yield image
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    yield f"{image} {re.findall(r'(?m)^docker run .* headlight (.*)$', hosting)[0]}"
    named = re.findall(r"(?m)^ENV (\S+=\S+) ", (DEPLOY / "space" / "Dockerfile.end").read_text("utf-8"))
    yield f"{named[0]} {image}"
    composed = re.findall(r"(?m)^    command: (\[.*)$", (DEPLOY / "compose.yaml").read_text("utf-8"))[0]
    yield f"{image} {json.loads(composed)[0].replace('${HEADLIGHT_HOST:-localhost}', 'localhost')}"


WAYS = list(dict.fromkeys(ways()))
IMAGE = next(way for way in WAYS if way.startswith("/venv/"))
HEALTH = json.loads(re.findall(r"(?m)^  CMD (\[.*)$", (DEPLOY / "Dockerfile").read_text("utf-8"))[0])[-1]


class Started(NamedTuple):
    """What has been started: its port, the name under which it answers, and what ends it."""

    port: int
    name: str
    end: Callable[[], None]


def start(way: str, port: int) -> Started:
    """Start in a way that a document gives, on this port."""
    if "headlight.server.replicas" in way:
        machine = replicas.start(int(way.split()[-1]), port)
        return Started(port + 1, "localhost", machine.stop)
    words = shlex.split(way)
    settings = [word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word)]
    program, *arguments = words[len(settings) :]
    own = Path(sys.executable).with_name(Path(program).name)
    process = subprocess.Popen(
        [own, *arguments, f"--server.port={port}"],
        cwd=ROOT,
        env={**os.environ, "STREAMLIT_GLOBAL_DEVELOPMENT_MODE": "false", **dict(settings)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    names = [argument.partition("=")[2] for argument in arguments if argument.startswith("--server.allowedHosts=")]
    return Started(port, (names or ["localhost"])[-1], lambda: replicas.end(process))


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """What goes out over the proxy that the environment names: the first bytes of each connection."""
    asked_for: list[bytes] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as proxy:

        def listen() -> None:
            while True:
                try:
                    line, _ = proxy.accept()
                except OSError:  # closed
                    return
                with line:
                    asked_for.append(line.recv(200))

        listens = threading.Thread(target=listen, daemon=True)
        listens.start()
        for scheme in ("http", "https", "all"):
            for name in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        yield asked_for
        proxy.shutdown(socket.SHUT_RDWR)
    listens.join(10)


@pytest.mark.parametrize("way", sampled(WAYS, [IMAGE]))
def test_it_asks_nobody_outside(way: str, outside: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does who shows it in a browser, or asks in its container how it is."""
    shown: list[str] = []
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setattr("webbrowser.open", shown.append)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    started = start(way, port)
    try:
        path = "/headlight" if "baseUrlPath=headlight" in way else ""
        address = f"http://127.0.0.1:{started.port}{path}"
        assert is_well(address), way
        opened.show(address)
        subprocess.run([sys.executable, "-c", HEALTH.replace("http://localhost:8501", address)], check=True)
        for origin in ("https://evil.example", "null", "https://["):
            assert asked(started.port, f"{path}{STREAM}", started.name, origin=origin)[0] == 403, origin
        assert asked(started.port, f"{path}{STREAM}", started.name)[0] == 101
        for asks in ("/", "/health", "/class", "/class/BCDFG"):
            assert asked(started.port, f"{path}{asks}", started.name)[0] == 200, asks
    finally:
        started.end()
    assert (outside, shown) == ([], [address])


def test_every_line_that_starts_a_server_is_one_of_them() -> None:
    lines = [line for each in DOCUMENTS for line in each.read_text("utf-8").splitlines() if "streamlit run app" in line]
    assert lines and {re.sub(" +#.*", "", line) for line in lines} <= {*WAYS}
