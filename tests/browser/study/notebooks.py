"""Servers of notebooks for the tests that drive them: JupyterLab and marimo, each in a folder of its own."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.servers import ROOT, stop

THEME = "user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"


def notebook(cells: Sequence[str]) -> str:
    """A notebook of these cells of code, as its file."""
    written = [
        {"cell_type": "code", "id": f"c{at}", "metadata": {}, "outputs": [], "execution_count": None, "source": cell}
        for at, cell in enumerate(cells)
    ]
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": written, "metadata": about, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def jupyter(folder: Path, *, dark: bool = False) -> Iterator[str]:
    """JupyterLab in a folder that has nothing of its reader's; gives its address."""
    theme = folder / "lab" / THEME
    theme.parent.mkdir(parents=True)
    theme.write_text(json.dumps({"theme": "JupyterLab Dark" if dark else "JupyterLab Light"}))
    port = _free()
    flags = [
        *("--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1", f"--ServerApp.root_dir={folder}"),
        *("--IdentityProvider.token=", "--LabApp.news_url=None", "--LabApp.extension_manager=readonly"),
    ]
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "HOME")
    own = {name: str(folder / "home" / name.lower()) for name in places}
    own["JUPYTERLAB_SETTINGS_DIR"] = str(folder / "lab" / "user-settings")
    with _served(["jupyterlab", *flags], folder, own, port, "/api") as address:
        yield address


@contextmanager
def marimo(file: Path) -> Iterator[str]:
    """A notebook of marimo's as an app; gives its address."""
    port = _free()
    flags = ["run", str(file), "--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
    own = {"HOME": str(file.parent), "XDG_CONFIG_HOME": str(file.parent)}
    with _served(["marimo", *flags], file.parent, own, port, "/health") as address:
        yield address


@contextmanager
def _served(command: list[str], folder: Path, own: dict[str, str], port: int, well: str) -> Iterator[str]:
    command, address = [sys.executable, "-m", *command], f"http://127.0.0.1:{port}"
    environment = {**os.environ, **own, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            deadline = time.monotonic() + 120
            while True:
                try:
                    with urllib.request.urlopen(address + well, timeout=5):
                        break
                except OSError:
                    assert server.poll() is None and time.monotonic() < deadline, (folder / "server.log").read_text()
                    time.sleep(0.1)
            yield address
        finally:
            stop(server)


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
