"""Benchmarks import what there is, have an empty page to compare with, and end the servers that they have started."""

import re
import signal
import subprocess
import sys
from importlib import import_module

import pytest
from streamlit.testing.v1 import AppTest

from benchmarks.servers import ROOT
from headlight.state.registry import find
from headlight.state.state import Dial, State

_BENCHMARK = """
import asyncio, signal, subprocess, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what a shell starts in the background
from benchmarks.servers import ending
async def measure():
    print("measures", flush=True)
    await asyncio.sleep(600)
with ending(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])):
    asyncio.run(measure())
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_with_the_benchmark_that_is_told_to_stop(told: signal.Signals) -> None:
    command = [sys.executable, "-c", _BENCHMARK]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as benchmark:
        assert benchmark.stdout
        assert benchmark.stdout.readline() == b"measures\n"
        benchmark.send_signal(told)
        assert benchmark.stdout.read() == b""  # ends when nobody can write there any more: the server is gone too
        assert benchmark.wait() != 0


@pytest.mark.parametrize(
    "name",
    [path.stem for path in sorted((ROOT / "benchmarks").glob("[a-z]*.py")) if not path.stem.startswith("peers")],
)
def test_a_benchmark_finds_what_it_imports(name: str) -> None:
    import_module(f"benchmarks.{name}")


def test_each_table_of_a_document_has_its_command_and_is_put_where_its_mark_is() -> None:
    commands = import_module("benchmarks.__main__")
    marked = [name for file in commands.DOCUMENTS for name in re.findall(r"<!-- (\w+) -->", file.read_text("utf-8"))]
    assert sorted(marked) == sorted(commands.TABLES)
    for module, function in commands.TABLES.values():
        assert module == "peers" or callable(getattr(import_module(f"benchmarks.{module}"), function))
    before = "<!-- live -->\n\nold\n\n<!-- / -->\n\n<!-- key -->\n\nold\n\n<!-- / -->"
    assert commands.written(before, "live", "new") == before.replace("old", "new", 1)
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    said = " ".join(" ".join(document.read_text("utf-8").split()) for document in documents)
    for name in (named := re.findall(r"python -m benchmarks\.(\w+)", said)):
        assert "def main()" in (ROOT / "benchmarks" / f"{name}.py").read_text("utf-8")
    assert len(named) > 3


@pytest.mark.parametrize("empty", [True, False])
def test_the_empty_page_holds_the_text_and_nothing_else(empty: bool) -> None:
    page = AppTest.from_file(str(ROOT / "benchmarks" / "app.py"), default_timeout=600)  # no limit of speed
    page.query_params["text"] = "bear country"
    if empty:
        page.query_params["empty"] = "true"
    page.run()
    assert not page.exception
    assert bool(page.get("bidi_component")) is not empty
    assert [text.value for text in page.text] == ["bear country"] * empty


def test_a_dial_that_is_dragged_is_there_as_its_view_opens() -> None:
    for name, label in import_module("benchmarks.browser").DRAGGED.items():
        (dial,) = (part for part in find(name).controls if getattr(part, "label", "") == label)
        assert isinstance(dial, Dial) and dial.place in ("beside", "above") and dial.when(State.of(find(name)))


def test_a_key_enters_files_of_the_page_and_of_the_model() -> None:
    house = import_module("benchmarks.house")
    files = house.files_of_a_key("start")
    assert {"headlight/app/page.py", "transformer/attention.py"} <= files
