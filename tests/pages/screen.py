"""A page as the tests see it: opened with an address, and what was sent to its components."""

import base64
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
from streamlit.testing.v1 import AppTest

from headlight.app.visit import SESSION
from headlight.state.session import Session
from tests.mathml import plain

APP = Path(__file__).parent.parent.parent / "app.py"


def opened(name: str, **address: str | list[str]) -> AppTest:
    """A page, or a view by its short address, whose first run must have met neither an exception nor an error."""
    page = run(name, address)
    assert not page.exception
    assert not page.error
    return page


def run(name: str, address: Mapping[str, str | list[str]]) -> AppTest:
    """A page, or a view by its short address, after its first run, whatever became of it."""
    page = AppTest.from_file(str(APP), default_timeout=600)
    for key, value in ({"at": name} | dict(address)).items():
        page.query_params[key] = value
    return page.run()


def session(page: AppTest) -> Session:
    """Return what the reader of the page has set."""
    return page.session_state[SESSION]


def typed(name: str, text: str, key: str = "text", **address: str) -> AppTest:
    """The page after a text was typed into its box, which must be met as calmly as the first run.

    The page is opened once, and stays open for the next text, as it does for a reader.
    """
    page = _standing(name, **address)
    write(page, text, key)
    assert not page.exception
    assert not page.error
    return page


def address(page: AppTest) -> dict[str, str]:
    """The keys of the address by which a newcomer sees what the page shows."""
    return dict(parse_qsl(session(page).address().removeprefix("?"), keep_blank_values=True))


def write(page: AppTest, text: str, key: str = "text") -> AppTest:
    """The page after its box holds a text that was typed."""
    session(page).type({key: text})
    return page.run()


def in_box(page: AppTest, key: str = "text") -> str:
    """Return what stands in its sentence box."""
    (box,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "sentence_box")
    assert box["box"]["key"] == key
    return box["box"]["text"]


@cache
def _standing(name: str, **address: str) -> AppTest:
    return opened(name, **address)


def dial(page: AppTest, key: str) -> str:
    """Where the slider of this key stands, as the address writes it. StopIteration where there is none."""
    sliders = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == f"slide_{key}")
    return next(sliders)["value"]


def parts(page: AppTest, line: str) -> dict[str, dict]:
    """What is drawn in a line, "title" or "menu", as one component: the parts by their keys."""
    (drawn,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == line)
    return {each["key"]: each for each in drawn["parts"]}


def switches(page: AppTest) -> dict[str, bool]:
    """The labels of all switches on the page, and whether each is on."""
    rows = (
        json.loads(each.proto.json) for each in page.get("bidi_component") if "toggles" in each.proto.component_name
    )
    return {switch["label"]: switch["on"] for row in rows for switch in row["toggles"]}


def turned(page: AppTest, key: str, value: object) -> AppTest:
    """The page after its slider was moved."""
    session(page).move(**{key: value})
    return page.run()


def went(page: AppTest, to: str) -> AppTest:
    """The page that the reader opens next from the menu, in the same session."""
    session(page).go(to, menu=True)
    page.run()
    assert not page.exception
    return page


def turned_to(page: AppTest, view: str) -> AppTest:
    """The page after one of its views was chosen in their row."""
    session(page).go(view)
    page.run()
    assert not page.exception
    return page


def captions(page: AppTest) -> list[str]:
    """The captions of the page, from the top down."""
    return [caption.value for caption in page.caption]


def payload(page: AppTest, key: str) -> dict:
    """The header of the picture of this key, with the text of its board and whether it can be clicked."""
    board, item, _ = _picture(page, key)
    return {**item["header"], "text": board["text"], "choosable": item["choosable"]}


def numbers(page: AppTest, key: str) -> np.ndarray:
    """The numbers of the picture of this key, flat."""
    _, item, body = _picture(page, key)
    return np.frombuffer(body[item["start"] :][: item["length"]], dtype=item["dtype"])


def hidden(page: AppTest, key: str) -> np.ndarray:
    """Which numbers of the picture of this key are hatched as hidden, flat."""
    bits = np.frombuffer(base64.b64decode(payload(page, key)["hidden"]), dtype=np.uint8)
    return np.unpackbits(bits)[: numbers(page, key).size].astype(bool)


def items(page: AppTest, board: str) -> list[dict]:
    """Return what stands on the board of this key, from the top down: pictures, headings and notes."""
    return next(_items(header) for name, header, _ in _boards(page) if name == board)


def boards(page: AppTest) -> dict[str, dict]:
    """Return what the pictures of each board share, by the board's key: the text, the model."""
    return {name: header for name, header, _ in _boards(page)}


def notes(page: AppTest) -> list[str]:
    """The lines in small type on the boards of the page, from the top down."""
    return [item["words"] for item in _of_boards(page) if item["kind"] == "note"]


def headings(page: AppTest) -> list[str]:
    """Return what stands under the headings on the boards of the page, from the top down."""
    return [item["words"] for item in _of_boards(page) if item["kind"] == "heading"]


def formula(page: AppTest, key: str) -> str:
    """The formula of this key as plain text: fractions with a slash, _ and ^ for what is below and above."""
    return plain(payload(page, key)["rows"])


def _of_boards(page: AppTest) -> list[dict]:
    return [item for _, header, _ in _boards(page) for item in _items(header)]


def _picture(page: AppTest, key: str) -> tuple[dict, dict, bytes]:
    """The header of its board, the picture's item in it, and the numbers of all pictures of the board."""
    for _, header, body in _boards(page):
        for item in _items(header):
            if item["kind"] == "picture" and item["key"] == key:
                return header, item, body
    raise KeyError(f"no picture {key} on the page")


def _boards(page: AppTest) -> Iterator[tuple[str, dict, bytes]]:
    """The key, the header and the numbers of each board, see headlight/pictures/board.py."""
    for element in page.get("bidi_component"):
        data = element.proto.bytes
        if not data:  # a component that is no board
            continue
        length = int.from_bytes(data[:4], "little")
        yield element.proto.id.rpartition("-")[2], json.loads(data[4 : 4 + length]), data[4 + length :]


def _items(board: dict) -> list[dict]:
    return [item for row in board["rows"] for column in row for item in column["items"]]
