"""A blank page over plain HTTP from which the engine of the live page can be imported, and the model that it reads."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import headlight
from headlight.outside import live_read
from tests.browser.screen import PATIENCE
from transformer import LanguageModel, load

ROOT = Path(__file__).parents[3]
# What the page has handed over by `hand`: of every stage of 34 passes as text, through Playwright, most of the time of
# the tests would go; and each `hand` takes its time, so that many passes go by one.
HANDED: list[bytes] = []
GIVEN: list[bytes] = []  # and what a page gets by `given`, the last of it, in the same way
_OPEN = """async () => {
  const [engine, home] = ["/headlight/pictures/browser/engine", "/assets/models/story"];
  const names = ["language_model", "intervention", "sampling", "words", "arithmetic"];
  Object.assign(window, ...await Promise.all(names.map(name => import(`${engine}/${name}.js`))));
  const json = async name => (await fetch(`${home}/${name}.json`)).json();
  const bytes = async path => (await fetch(path)).arrayBuffer();
  const [config, { model: tokenizer }, file] = [
    await json("config"), await json("tokenizer"), await bytes(`${home}/model.safetensors`)];
  const read = async (...names) => LanguageModel.read({ config, tokenizer, file,
    kernels: await Promise.all(names.map(name => bytes(`${engine}/${name}.wasm`))) });
  window.models = { plain: await read(), fast: await read("kernel"), fused: await read("fused") };
  window.hand = arrays => fetch("/", { method: "POST", body: new Blob(arrays) });
  window.given = () => bytes("/given");
}"""


class _Files(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/given":
            return super().do_GET()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(GIVEN.pop())

    def do_POST(self) -> None:
        HANDED.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    """The address of the files of this project."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def engine(browser: Browser, files: str) -> Iterator[Page]:
    """A page with the engine and `models`: `plain`, in JavaScript alone, `fast` and `fused`, with WebAssembly."""
    page = browser.new_page()
    page.goto(f"{files}/assets/")
    page.evaluate(_OPEN)
    yield page
    page.close()


@pytest.fixture(scope="session")
def story() -> LanguageModel:
    """The model of the live page, in torch."""
    return load("story")


@pytest.fixture(scope="session")
def training_text() -> bytes:
    """The file of what the model has read, as a host has it."""
    return live_read.files()[live_read.FILE]


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as one file."""
    return headlight.live(tmp_path_factory.mktemp("live") / "bear.html")


class Reader:
    """Somebody who has opened the page: what went wrong there, and what was asked of a network."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.asked: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: message.type in ("error", "warning") and self.wrong.append(message.text))
        page.on("request", lambda request: self.asked.append(request.url))

    def open(self, address: str) -> "Reader":
        self.page.goto(address)
        expect(self.page.locator("p.line")).to_have_text("")  # the weights are read
        return self

    @property
    def box(self):
        return self.page.get_by_label("Your sentence")

    def shows(self, text: str) -> None:
        """Wait until the pictures show this text."""
        expect(self.page.locator(".board")).to_have_attribute("data-text", text)

    def says(self, words: str) -> None:
        expect(self.page.locator(".board [data-picture=looks] .says")).to_have_text(words)


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Reader]:
    """A tab without a network: what differs in an address after # alone is shown without loading the page anew."""
    context = browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
    yield Reader(context.new_page())
    context.close()


@pytest.fixture
def reader(tab: Reader) -> Iterator[Reader]:
    """A reader in it."""
    yield tab
    strangers = [url for url in tab.asked if not url.startswith(("file:", "data:", "blob:"))]
    wrong = tab.wrong
    tab.wrong, tab.asked = [], []
    assert wrong == []
    assert strangers == []
