"""A page as the tests see it: opened with an address, and what was sent to its components."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from streamlit.testing.v1 import AppTest

PAGES_FOLDER = Path(__file__).parent.parent.parent / "pages"


def opened(name: str, **address: str | list[str]) -> AppTest:
    """The page after its first run, which must have met neither an exception nor an error message."""
    page = AppTest.from_file(str(PAGES_FOLDER / f"{name}.py"), default_timeout=30)
    for key, value in address.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    assert not page.error
    return page


def typed(name: str, text: str) -> AppTest:
    """The page after a text was typed into its box, which must be met as calmly as the first run."""
    page = opened(name)
    page.text_input(key="text").set_value(text).run()
    assert not page.exception
    assert not page.error
    return page


def captions(page: AppTest) -> list[str]:
    """The captions of the page, from the top down."""
    return [caption.value for caption in page.caption]


def payload(page: AppTest, key: str) -> dict:
    """The header of what the component of this key was sent."""
    return _parts(page, key)[0]


def numbers(page: AppTest, key: str) -> np.ndarray:
    """The array that the component of this key was sent, flat."""
    header, body = _parts(page, key)
    return np.frombuffer(body, dtype=header["dtype"])


def notes(page: AppTest) -> list[str]:
    """The lines in small type on the boards of the page, from the top down."""
    return [item["words"] for item in _of_boards(page) if item["kind"] == "note"]


def headings(page: AppTest) -> list[str]:
    """What stands under the headings on the boards of the page, from the top down."""
    return [item["words"] for item in _of_boards(page) if item["kind"] == "heading"]


def formula(page: AppTest, key: str) -> str:
    """The formula of this key as plain text: fractions with a slash, _ and ^ for what is below and above."""
    return "\n".join(" ".join(_plain(piece) for side in row for piece in side) for row in payload(page, key)["rows"])


def _plain(mathml: str) -> str:
    def read(element: ElementTree.Element) -> str:
        inner = [read(child) for child in element]
        match element.tag.rpartition("}")[2]:
            case "mfrac":
                return f"{inner[0]}/{inner[1]}"
            case "msub" | "msup":
                return f"{inner[0]}{'_' if element.tag.endswith('msub') else '^'}{inner[1]}"
            case "msqrt":
                return f"√{''.join(inner)}"
            case "mtr":
                return " ".join(inner) + "\n"
            case "mspace":
                return " "
        return (element.text or "").replace("\u00a0", " ") + "".join(inner)

    return read(ElementTree.fromstring(mathml))


def _of_boards(page: AppTest) -> list[dict]:
    return [item for _, header, _ in _components(page) if _is_board(header) for item in _items(header)]


def _parts(page: AppTest, key: str) -> tuple[dict, bytes]:
    """The component of this key, or the picture of this key on one of the boards."""
    found = {}
    for name, header, body in _components(page):
        found[name] = header, body
        if _is_board(header):
            pictures = [item for item in _items(header) if item["kind"] == "picture"]
            found |= {item["key"]: _unpacked(body[item["start"] :][: item["length"]]) for item in pictures}
    return found[key]


def _components(page: AppTest) -> Iterator[tuple[str, dict, bytes]]:
    for element in page.get("bidi_component"):
        yield element.proto.id.rpartition("-")[2], *_unpacked(element.proto.bytes)


def _unpacked(data: bytes) -> tuple[dict, bytes]:
    """Header and body of a payload."""
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def _is_board(header: dict) -> bool:
    return set(header) == {"rows", "dtype", "palettes"}


def _items(board: dict) -> list[dict]:
    return [item for row in board["rows"] for column in row for item in column["items"]]
