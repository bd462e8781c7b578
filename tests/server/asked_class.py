"""A class as its teacher and phones ask it, over its routes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

from headlight.app import teach
from headlight.rooms import signed
from headlight.rooms.lines import OpenStream
from headlight.rooms.rooms import ROOMS, _Followed
from headlight.server import classroom

JSON = {"Content-Type": "application/json"}
CHOICE = {"kind": "own", "words": "Which?", "options": ["this", "that"]}


def page() -> dict[str, str]:
    """What an open page of the app says with what it asks."""
    return {"page": signed.new(teach._key())}


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def ask(client: TestClient, room: dict, **said: Any) -> dict:
    """Ask a class, and what its pages have to say with an answer."""
    asked = {"do": "ask", **(said or CHOICE)}
    assert client.post(f"/class/{room['code']}", json=asked, headers=bearer(room["secret"])).status_code == 200
    question = ROOMS.read(room["code"]).json("question")
    return {"id": question["id"], "round": question["round"]}


def cookie(room: dict) -> str:
    """The name of that by which a browser is counted in this room."""
    return f"{classroom._COOKIE}{room['code']}"


def carry(client: TestClient, room: dict, *signed: str) -> None:
    """Let a client be a browser with this number, or with none."""
    client.cookies.clear()
    for each in signed:
        client.cookies.set(cookie(room), each)


@contextmanager
def following(room: dict, *signed: str) -> Iterator[None]:
    """Phones with these numbers follow a room."""
    followed = _Followed()
    followed.room = ROOMS.read(room["code"])
    followed.phones = {followed.room.number(each): OpenStream("") for each in signed}
    ROOMS._here[room["code"]] = followed
    yield
    del ROOMS._here[room["code"]]
