"""The house in numbers: the files that one key press enters, the runs of a script for one click.

python -m benchmarks.house; with --click in a real browser too.
"""

import argparse
import math
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from playwright.sync_api import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from headlight.app.visit import SESSION

ROOT = Path(__file__).parent.parent
CLICKS = {  # where, with what, and the picture and the point of it that is clicked
    "another head": ("at=all_heads&text=bear+country", "Attention patterns", (0.3, 0.3)),
    "another cell": ("at=attention&text=bear+country", "Pattern", (0.6, 0.8)),
}


def files_of_a_key(page: str, **address: str) -> set[str]:
    """The project's files that a key in the sentence box enters, from the part of the page down that is drawn anew."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for key, value in ({"at": page} | address).items():
        app.query_params[key] = value
    app.run()
    for text in ("the quick bear", "the quick bears"):  # what is loaded once is loaded by the first
        files: set[str] = set()
        threading.setprofile(_entered(files))
        session = app.session_state[SESSION]
        session.type({"text": text})
        session.typed = math.inf  # they type on, however slow the machine is
        app.run()
        threading.setprofile(None)
    if app.exception:
        raise RuntimeError(f"{page} fails with {address}")
    return files


def _entered(files: set[str]) -> Callable[[FrameType, str, Any], None]:
    """A profiler that notes the files of functions which are called inside a part of a page."""
    depth = 0

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal depth
        name = frame.f_code.co_filename
        if not name.startswith(str(ROOT)) or "site-packages" in name:
            return
        part = frame.f_code.co_name == "guarded" and name.endswith("page.py")
        if event == "call":
            depth += part
            if depth:
                files.add(str(Path(name).relative_to(ROOT)))
        elif event == "return":
            depth -= part

    return note


def runs_of_a_click(query: str, alt: str, at: tuple[float, float]) -> tuple[int, int]:
    """How often the server draws a page, or a part of it, because a picture was clicked there, and how many runs began.

    A run begins with the callback of the click. Where that moves a dial outside the part of the page that has the
    picture, it ends there, before anything is drawn, and the whole page runs.
    """
    from benchmarks.browser import app, tab

    with app() as (browser, address):
        page, runs = tab(browser), Counter[str]()

        def count(message: str | bytes) -> None:
            if isinstance(message, bytes):
                sent = ForwardMsg.FromString(message)
                runs["began"] += sent.HasField("new_session")
                ended = sent.HasField("script_finished")
                runs["drawn"] += ended and sent.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN

        def listen(socket: WebSocket) -> None:
            socket.on("framereceived", count)

        page.on("websocket", listen)
        page.goto(f"{address}/?{query}")
        picture = page.locator(f'canvas[aria-label^="{alt}"]').first
        picture.wait_for()
        page.wait_for_timeout(2000)
        box = picture.bounding_box()
        if box is None:
            raise RuntimeError(f"{alt} is not to be seen")
        runs.clear()
        picture.click(position={"x": at[0] * box["width"], "y": at[1] * box["height"]})
        page.wait_for_timeout(2000)
        return runs["drawn"], runs["began"]


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house", description=__doc__)
    parser.add_argument("--click", action="store_true", help="click in a real browser")
    parser.add_argument("--files", action="store_true", help="name the files that a key enters")
    options = parser.parse_args()
    for name, (page, address) in {
        "start page": ("start", {}),
        "attention of SmolLM2": ("attention", {"model": "SmolLM2"}),
    }.items():
        files = files_of_a_key(page, **address)
        of_models = sum(file.startswith("transformer/") for file in files)
        print(f"{f'files that a key enters: {name}':44}{len(files):7,}   {of_models} of the model and its readings")
        if options.files:
            print("".join(f"    {file}\n" for file in sorted(files)), end="")
    if options.click:
        for name, click in CLICKS.items():
            drawn, began = runs_of_a_click(*click)
            print(f"{f'runs for a click: {name}':44}{drawn:7,}   {began} began")


if __name__ == "__main__":
    main()
