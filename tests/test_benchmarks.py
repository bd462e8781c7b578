"""Benchmarks import what there is, have an empty page to compare with, and end the servers that they have started."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from benchmarks.servers import ROOT
from benchmarks.sessions import Tab
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


def test_what_keeping_the_stages_costs_is_told_for_both_kinds_of_products() -> None:
    table = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if re.search("logits.* 1.5 ", line)]
    assert len(rows) == 4 and {len(row) for row in rows} == {len(import_module("benchmarks.trace").PRODUCTS) + 4}
    for row in rows:
        plain, ours, ratio = (float(cell.split()[0]) for cell in row[1:4])
        assert ours / plain == pytest.approx(ratio, abs=0.05)  # a median of ratios, not the ratio of medians


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


class Server:
    """A line to a server whose board asks twice to be drawn again after a key."""

    def __init__(self) -> None:
        self.asked: list[BackMsg] = []
        self._said: list[ForwardMsg] = []

    async def send(self, message: bytes) -> None:
        self.asked.append(BackMsg.FromString(message))
        board, box, end = ForwardMsg(), ForwardMsg(), ForwardMsg()
        header = json.dumps({"again": [9, 1]} if 2 <= len(self.asked) <= 3 else {}).encode()
        board.delta.new_element.bidi_component.component_name = "headlight-attention.board"
        board.delta.new_element.bidi_component.bytes = len(header).to_bytes(4, "little") + header + b"numbers"
        box.delta.new_element.bidi_component.id = "$$ID-1-sentence_box"
        box.delta.fragment_id = "part"
        end.script_finished = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
        self._said += [box, board, end]

    async def recv(self, *, decode: bool) -> bytes:
        assert not decode
        return self._said.pop(0).SerializeToString()


def test_somebody_who_types_asks_for_what_comes_in_a_pause_as_a_browser_does() -> None:
    async def types() -> None:
        typist = Tab(server)
        await typist.open(text="bear")
        await typist.rest()
        assert len(server.asked) == 1  # nothing was asked for again
        await typist.type("bears")
        await typist.rest()

    server = Server()
    with ThreadPoolExecutor() as threads:  # the tests of a browser leave a loop running in this one
        threads.submit(asyncio.run, types()).result()
    opened, *asked = [message.rerun_script for message in server.asked]
    assert opened.query_string == "text=bear" and len(asked) == 3
    for each in asked:
        (box,) = each.widget_states.widgets
        assert (each.fragment_id, box.id) == ("part", "$$ID-1-sentence_box")
        value = {"texts": {"text": "bears"}, "after": 0}
        assert json.loads(box.json_value) == {"typed": {"number": 1, "value": value}}
