"""Open the app on one's own computer: `headlight`, from a wheel or a checkout; it says its address and shows it."""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path

PORT = 8501
SCRIPT = Path(__file__).parents[1] / "served" / "app.py"  # its settings are beside it, where Streamlit looks for them
WITHOUT = 'The app needs packages that are not installed. Run `pip install "headlight-attention[app]"`.'
_PATIENCE = 180  # seconds for the models to load on a slow disk
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a school's proxy knows nothing of this computer


def main(arguments: Iterable[str] = ()) -> None:
    """Serve the app to this computer, and open it in a browser where there is a screen; the arguments are Streamlit's.

    Raises:
        SystemExit: with a sentence, if what the app needs is not installed; with a status, when the server ends.
    """
    arguments = list(arguments)
    named = [each.partition("=")[2] for each in arguments if each.startswith("--server.port=")]
    port = int(named[-1]) if named else free(PORT)
    threading.Thread(target=show, args=(f"http://localhost:{port}",), daemon=True).start()
    serve([f"--server.port={port}", *arguments])


def serve(arguments: Iterable[str]) -> None:
    """Become the server of the app, until it is told to stop; the arguments are Streamlit's."""
    found = [*entry_points(group="console_scripts", name="streamlit")]
    if not found:
        sys.exit(WITHOUT)
    # Streamlit takes itself for a checkout of its developers where it is not installed in site-packages.
    found[0].load()(["run", str(SCRIPT), "--global.developmentMode=false", *arguments])


def free(port: int) -> int:
    """Return the first port from this one on that nobody listens to."""
    while True:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that was closed a moment ago is free
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                port += 1


def show(address: str) -> None:
    """Open the address in a browser once it answers; without a screen, leave it at what the server prints."""
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & os.environ.keys():
        return
    if is_well(address):
        webbrowser.open(address)


def is_well(address: str, process: subprocess.Popen | None = None) -> bool:
    """Wait until a server is; False where its process ended, or after three minutes."""
    deadline = time.monotonic() + _PATIENCE
    while (process is None or process.poll() is None) and time.monotonic() < deadline:
        try:
            with DIRECT.open(f"{address}/_stcore/health", timeout=5) as answer:
                if answer.status == 200:
                    return True
        except OSError:
            time.sleep(0.1)
    return False
