"""The house in numbers: the files that one key press enters: python -m benchmarks.house."""

import argparse
import math
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from streamlit.testing.v1 import AppTest

from headlight.app.visit import SESSION

ROOT = Path(__file__).parent.parent


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


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house", description=__doc__)
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


if __name__ == "__main__":
    main()
