"""The addresses of a class: who may do what, and that nothing said to them makes them answer otherwise."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
import segno
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.app.components import kept_scripts
from headlight.pictures.standalone import unfilled
from headlight.rooms import limits, rooms
from headlight.rooms.limits import Door, Firsts, Rate
from headlight.rooms.lines import OpenStream
from headlight.rooms.room import ENDED, LETTERS, SEARCHED, UNREACHABLE
from headlight.rooms.rooms import ROOMS
from headlight.server import classroom
from tests.browser.screen import PATIENCE
from tests.hostile import HOSTILE
from tests.server.asked_class import ask, bearer, carry, cookie, following, page

WHITE = {"border": 3, "light": "#fff", "svgclass": None, "lineclass": None, "omitsize": True}


def test_a_teacher_opens_a_room_pauses_and_ends_it(client: TestClient, room: dict) -> None:
    code, mine = room["code"], bearer(room["secret"])
    assert room["link"] == f"http://localhost:8501/class/{code}" and room["alone"]
    for word, paused in (("pause", True), ("go on", False)):
        assert client.post(f"/class/{code}", json={"do": word}, headers=mine).status_code == 200
        (about,) = [json.loads(each.data) for each in ROOMS.read(code).events if each.kind == "room"]
        assert about["paused"] is paused
    assert client.post("/class", json={"secret": room["secret"], **page()}).json() == room, "after a reload"
    assert client.post("/class", json={"secret": room["secret"], "code": code}).json() == room
    assert client.post(f"/class/{code}", json={"do": "end"}, headers=mine).status_code == 200
    assert ROOMS.read(code) is None
    for known in ({}, {"code": code}):
        again = client.post("/class", json={"secret": room["secret"], **known, **page()})
        assert (again.status_code, again.json()) == (410, {"sorry": ENDED, "ended": True})


@pytest.mark.parametrize("secret", ["", "wrong", "x" * 5000])
def test_nobody_else_rules_it(client: TestClient, room: dict, secret: str) -> None:
    for word in ("end", "read"):
        answer = client.post(f"/class/{room['code']}", json={"do": word}, headers=bearer(secret))
        assert (answer.status_code, answer.json()) == (403, {"sorry": classroom._NOT_YOURS})
    assert ROOMS.read(room["code"])


def test_a_page_of_a_stranger_cannot_open_rooms(client: TestClient) -> None:
    """A form of another site can send no JSON unless it is asked before, and that is not answered."""
    before = ROOMS.count()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert client.post("/class", content="{}", headers={"Content-Type": kind}).status_code == 400
    assert client.options("/class", headers={"Origin": "http://evil.example"}).status_code == 405
    assert ROOMS.count() == before


@pytest.mark.parametrize(
    "body", ["", "[", "[]", "3", "{" * 3000, '{"a":' * 3000, "[" * 19_000, '{"secret": ' + "9" * 30_000 + "}", *HOSTILE]
)
def test_rubbish_and_giants_are_answered_in_a_sentence(client: TestClient, room: dict, body: str) -> None:
    for path in ("/class", f"/class/{room['code']}"):
        answer = client.post(
            path,
            content=body.encode(errors="replace"),
            headers={"Content-Type": "application/json"} | bearer(room["secret"]),
        )
        assert (answer.status_code, answer.json()) == (400, {"sorry": classroom._UNREAD})


@pytest.mark.parametrize("code", ["aeiou", "<script>", "BCDFGH", "%00", "BCDF", "scripts", "O0I1A"])
def test_a_code_that_can_be_none_leads_to_the_page_that_asks_for_one(client: TestClient, code: str) -> None:
    page = client.get(f"/class/{code}")
    assert page.url.path == "/class" and 'data-code=""' in page.text
    assert unquote(page.url.fragment) == unquote(code), "of which the page says why"


@pytest.mark.parametrize("spaced", ["{}{}{}{}{}", " {} {} {} {} {} ", "{}{}{}%20{}{}", "{}{}-{}{}{}", "{}{}{}{}{} now"])
def test_small_letters_and_spaces_lead_to_the_room(client: TestClient, room: dict, spaced: str) -> None:
    page = client.get(f"/class/{spaced.format(*room['code'].lower())}")
    assert page.url.path == f"/class/{room['code']}" and f'data-code="{room["code"]}"' in page.text


def test_the_page_is_light_and_asks_at_once_for_all_scripts_that_it_needs(client: TestClient, room: dict) -> None:
    ROOMS.write(room["code"], {"about": json.dumps({"pictures": ["matrix", "token_chips"]}).encode()})
    page = client.get(f"/class/{room['code']}")
    files = [part.split('"')[0] for part in page.text.split('<link rel="modulepreload" href="')[1:]]
    assert any(file.endswith("/matrix.js") for file in files)
    assert not any("/engine/" in file for file in files), "what only some ask for comes later"
    sizes = [len(client.get(f"/class/{file}").content) for file in files]
    assert min(sizes) > 0 and sum(sizes) + len(page.content) < 700_000
    scripts = "/".join(files[0].split("/")[:2])
    assert client.get(f"/class/{scripts}/facts.json").json()["example"]
    assert len(client.get(f"/class/{scripts}/model.safetensors").content) > 8_000_000
    assert "immutable" in client.get(f"/class/{files[0]}").headers["Cache-Control"]


def test_a_page_of_before_an_update_is_given_the_scripts_of_today_which_it_does_not_keep(client: TestClient) -> None:
    now, before = (client.get(f"/{at}/pictures/matrix.js") for at in (kept_scripts(), "class/scripts/0123456789ab"))
    assert now.content == before.content and b"canvas" in now.content
    assert "immutable" in now.headers["Cache-Control"]
    assert before.headers["Cache-Control"] == "no-cache"


def test_a_page_to_be_saved_holds_the_pictures_that_are_asked_for(client: TestClient) -> None:
    at = f"{kept_scripts()}/pages/unfilled.html"
    page = client.get(at, params={"pictures": "matrix,bars,matrix"})
    assert page.text == unfilled("bars", "matrix") and page.text.count("$title") == page.text.count("$boards") == 1
    for unknown in ("", "pie", "../engine/kernel", "bars," * 400):
        answer = client.get(at, params={"pictures": unknown})
        assert (answer.status_code, answer.text.partition(":")[0]) == (404, "A picture of this name is not drawn here")


def test_the_link_and_its_qr_code_are_those_of_the_page_that_a_teacher_has_open(
    client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy may have put a path before it, and ended TLS; `make share` has said how others reach this computer."""
    code = room["code"]
    for at, shared, link, alone in (
        ("https://school.example/headlight/class", None, f"https://school.example/headlight/class/{code}", False),
        ("http://localhost:8501/class", None, f"http://localhost:8501/class/{code}", True),
        ("http://[::1]/class", None, f"http://[::1]/class/{code}", True),
        ("http://127.0.0.1:8501/class", "10.1.2.3", f"http://10.1.2.3:8501/class/{code}", False),
        ("https://localhost/a/class", "10.1.2.3", f"https://10.1.2.3/a/class/{code}", False),
        ("http://school.example/class", "10.1.2.3", f"http://school.example/class/{code}", False),
    ):
        monkeypatch.setattr(classroom.st, "get_option", {"browser.serverAddress": shared, "server.baseUrlPath": ""}.get)
        opened = client.post("/class", json={"secret": room["secret"], "at": at, **page()}).json()
        assert (opened["link"], opened["alone"]) == (link, alone)
        kind, _, drawn = opened["qr"].partition(",")
        assert kind.startswith("data:image/svg+xml") and "script" not in drawn
        assert ElementTree.fromstring(unquote(drawn)).tag.endswith("svg")
        assert drawn == segno.make(link, error="m").svg_data_uri(**WHITE).partition(",")[2]


@pytest.mark.parametrize("at", ["javascript:alert(1)//class", "https://a.example/class?b", "http:///class", 3])
def test_what_is_no_address_of_classes_opens_no_room(client: TestClient, at: object) -> None:
    before = ROOMS.count()
    assert client.post("/class", json={"at": at}).status_code == 400
    assert ROOMS.count() == before


def test_the_cookie_is_for_the_folder_of_classes_and_in_no_frame_of_another_site_unless_one_is_named(
    client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given() -> set[str]:
        client.cookies.clear()
        _, *rest = client.get(f"/class/{room['code']}").headers["Set-Cookie"].split("; ")
        return {*rest}

    assert given() == {"HttpOnly", "SameSite=Strict"}, "and no path, which a proxy may have made longer"
    monkeypatch.setattr(classroom.guard, "FRAMED_BY", ("https://lms.example",))
    assert given() == {"HttpOnly", "SameSite=None", "Secure", "Partitioned"}


def test_the_page_alone_gives_a_number_and_only_who_follows_with_it_can_answer(client: TestClient, room: dict) -> None:
    mark, path = ask(client, room), f"/class/{room['code']}"
    assert client.get(path).status_code == 200
    mine = client.cookies[cookie(room)]
    assert cookie(room) not in client.get(path).headers.get("Set-Cookie", ""), "who has one keeps it"
    for refused in ("fake", mine.partition(".")[0], f"fake.{mine.partition('.')[2]}"):
        carry(client, room, refused)
        with following(room, mine):
            answer = client.post(f"{path}/answer", json={**mark, "choice": 0})
        assert (answer.status_code, answer.json()) == (403, {"sorry": classroom._NOT_HERE})
        assert ROOMS.read(room["code"]).number(client.get(path).cookies[cookie(room)])
    carry(client, room, mine)
    assert client.post(f"{path}/answer", json={**mark, "choice": 0}).status_code == 403, "it does not follow"
    ROOMS.write(room["code"], {"phones:dead": b"0 " + mine.partition(".")[0].encode()})
    assert client.post(f"{path}/answer", json={**mark, "choice": 0}).status_code == 403, "of a replica that has died"
    ROOMS.write(room["code"], {"phones:other": b"%d %b" % (time.time(), mine.partition(".")[0].encode())})
    assert client.post(f"{path}/answer", json={**mark, "choice": 0}).status_code == 200, "it follows another replica"
    with following(room, mine):
        for choice in (0, 1, 1):
            assert client.post(f"{path}/answer", json={**mark, "choice": choice}).status_code == 200
    fields = ROOMS.read(room["code"]).fields
    answers = [name for name in fields if name.startswith("answer:")]
    assert answers == [f"answer:1:{mine.partition('.')[0]}"] and fields[answers[0]] == b"1"
    assert mine.partition(".")[2].encode() not in b"".join(fields.values())


def test_so_many_numbers_of_an_address_answer_and_who_only_fetches_pages_uses_up_none(
    client: TestClient, room: dict, door: Door
) -> None:
    door.numbers = Firsts(Rate(at_once=3, a_second=1e-6), kept=10)
    mark, path = ask(client, room), f"/class/{room['code']}"
    numbers = []
    for _ in range(30):
        carry(client, room)
        numbers.append(client.get(path).cookies[cookie(room)])
    with following(room, *numbers):
        for place, each in enumerate([*numbers[:5], *numbers[:3]]):
            carry(client, room, each)
            answer = client.post(f"{path}/answer", json={**mark, "choice": 0})
            late = place in (3, 4)
            assert (answer.status_code, answer.json()) == (
                (429, {"sorry": classroom._MANY_ANSWER}) if late else (200, {})
            )


@pytest.mark.faulty
def test_where_the_rooms_cannot_be_reached_each_address_says_so_and_pages_try_again(
    client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_code: str) -> NoReturn:
        raise ConnectionError("of a Redis that was stopped")

    monkeypatch.setattr(ROOMS._shared, "read", gone)
    path = f"/class/{room['code']}"
    page = client.get(path)
    assert (page.status_code, page.headers["Refresh"]) == (503, str(classroom._SOON)) and UNREACHABLE in page.text
    assert (
        client.get(f"{path}/events").text.startswith("retry: 5000\n")
        and UNREACHABLE in client.get(f"{path}/events").text
    )
    for at in ("/class", path, f"{path}/answer"):
        answer = client.post(at, json={"secret": room["secret"]}, headers=bearer(room["secret"]))
        assert (answer.status_code, answer.json()) == (503, {"sorry": UNREACHABLE}), at
    assert client.get("/class").status_code == 200


def test_codes_cannot_be_searched_and_a_class_goes_on_beside_who_tries(
    client: TestClient, room: dict, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = limits.monotonic()
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    monkeypatch.setattr(limits, "CODES", Rate(at_once=10, a_second=1))
    door.codes = Firsts(limits.CODES, limits.CODES_KNOWN)
    door.codes.know("testclient", room["code"])
    tried = [f"BBB{first}{second}" for first in LETTERS[:4] for second in LETTERS[:5]]
    found = [client.get(f"/class/{code}{path}") for code in tried for path in ("", "/events")]
    assert [each.status_code for each in found[0::2]] == [200] * 10 + [429] * 10
    assert all(SEARCHED in each.text for each in found[20:]), "the stream says so too"
    other, _ = ROOMS.open()
    assert client.get(f"/class/{other}").status_code == 429, "a room's code is refused like any other"
    assert SEARCHED in client.get(f"/class/{other}/events").text
    carry(client, {"code": other}, ROOMS.read(other).new_number())
    assert client.get(f"/class/{other}").status_code == 200, "who has a number has found it long ago"
    ROOMS.end(other)
    assert client.get(f"/class/{room['code']}").status_code == 200
    assert client.get(f"/class/{tried[0]}").status_code == 200, "a page goes on looking for its class"


def test_a_stream_is_counted_by_its_address(client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 1)
    line = OpenStream("testclient")
    assert ROOMS._lines.let_in(line, known=True) == ""
    assert "Too many devices from your network" in client.get(f"/class/{room['code']}/events").text
    ROOMS._lines.leave(line)


def test_who_asks_once_is_told_what_is_new_and_is_counted_until_the_next_time(
    client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a phone does behind a filter that hands nothing on before a stream has ended."""
    code, path = room["code"], f"/class/{room['code']}"
    client.portal.call(ROOMS.begin)
    client.get(path)
    mine, seen = client.cookies[cookie(room)], ""

    def told(once: str = "a", again: str = "&again") -> dict[str, str]:
        text = client.get(f"{path}/events?once={once}{again}", headers={"Last-Event-ID": seen}).text
        found = [dict(line.split(":", 1) for line in event.splitlines()) for event in text.strip().split("\n\n")]
        return {event["event"].strip(): event["data"].strip() for event in found} | {"id": found[-1].get("id", seen)}

    ROOMS.write(code, {"board": b"first"})
    monkeypatch.setattr(rooms, "PING", 1)
    said = told()
    assert said["board"] == "first" and json.loads(said["room"])["paused"] is False
    while "room" in said:  # as long as it is told anew how many follow
        assert ROOMS.knows_phone(code, mine) and ROOMS.listeners == 1
        seen = said["id"].strip()
        here = json.loads(said["room"])["here"]
        said = told()
    assert here == 1 and said.keys() == {"ping", "id"}, "nothing is new"
    monkeypatch.setattr(rooms, "PING", PATIENCE)
    with ThreadPoolExecutor() as threads:
        waits = threads.submit(told)
        ROOMS.write(code, {"board": b"second"})
        assert waits.result()["board"] == "second"
    monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 1)
    assert ROOMS.knows_phone(code, mine), "it can answer"
    assert told()["board"] == "second", "and come again"
    assert "board" in told("b", again="") and told().keys() == {"elsewhere", "id"}, "the newer window goes on"
    assert "board" in told("b") and "board" in told("a", again="")
    carry(client, room, ROOMS.read(code).new_number())
    assert "Too many devices from your network" in told()["sorry"], "where another finds no place beside it"
    carry(client, room, mine)
    monkeypatch.setattr(rooms, "_BETWEEN", 0)
    told()
    while ROOMS.listeners or ROOMS.knows_phone(code, mine):
        time.sleep(0.01)


def test_one_computer_opens_few_rooms(client: TestClient) -> None:
    opened = [client.post("/class", json={"page": made_up}) for made_up in ("", "made.up", "") for _ in range(10)]
    pages = [client.post("/class", json=page()) for _ in range(10)]
    given = [each.json()["code"] for each in (*opened, *pages) if each.status_code == 200]
    try:
        assert len(given) == limits.part(limits.OPENED.at_once) + 10, "a teacher's page goes before all of them"
        assert {each.status_code for each in opened[3:]} == {503}
        assert "opened from your network" in opened[-1].json()["sorry"]
    finally:
        for code in given:
            ROOMS.end(code)


def test_who_posts_too_fast_is_told_so_alone(
    client: TestClient, room: dict, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = limits.monotonic()
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    mark, path, mine = ask(client, room), f"/class/{room['code']}", bearer(room["secret"])
    phones = [ROOMS.read(room["code"]).new_number() for _ in range(20)]
    with following(room, *phones):
        said: dict[str, Any] = {"url": f"{path}/answer", "json": {**mark, "choice": 0}}
        carry(client, room, phones[0])
        flood = [client.post(**said) for _ in range(100)]
        assert [each.status_code for each in flood].count(200) == limits.POSTS.at_once
        assert (flood[-1].status_code, flood[-1].json()) == (429, {"sorry": classroom._SLOW_DOWN})
        made_up = []
        for number in range(400):
            carry(client, room, f"fake{number}")
            made_up.append(client.post(**said).status_code)
        assert set(made_up) == {403, 429} and made_up[-1] == 429
        assert client.post(path, json={"do": "end"}, headers=bearer("wrong")).status_code == 429
        teachers = [client.post("/class", json=page()) for _ in range(8)]
        assert [each.status_code for each in teachers] == [200] * 8, "teachers open rooms beside them"
        for each in teachers:
            ROOMS.end(each.json()["code"])
        for each in phones[1:]:
            carry(client, room, each)
            assert client.post(**said).status_code == 200
        assert client.post(path, json={"do": "pause"}, headers=mine).status_code == 200
        known = {"secret": room["secret"], "code": room["code"]}
        assert client.post("/class", json=known).status_code == 200, "a teacher's page that is loaded again"


def test_five_hundred_follow_over_real_lines(room: dict) -> None:
    async def lesson() -> None:
        app, here, boards = Starlette(routes=classroom.routes()), asyncio.Semaphore(0), (b"first", b"second", b"last")
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off", ws="none"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        ROOMS.begin()
        opened = ROOMS.read(room["code"])
        await asyncio.to_thread(ROOMS.write, room["code"], {"board": boards[0]})

        async def listen() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            phone = f"Host: localhost\r\nCookie: {cookie(room)}={opened.new_number()}"
            writer.write(f"GET /class/{room['code']}/events HTTP/1.1\r\n{phone}\r\n\r\n".encode())
            for board in boards:
                await reader.readuntil(b"data: %b\n" % board)
                here.release()
            writer.close()
            await writer.wait_closed()

        lines = [asyncio.create_task(listen()) for _ in range(500)]
        for board in (*boards[1:], None):
            for _ in lines:
                await here.acquire()
            assert board is None or ROOMS.listeners == 500
            await asyncio.to_thread(ROOMS.write, room["code"], {"board": board} if board else {"paused": b"1"})
        await asyncio.gather(*lines)
        while ROOMS.listeners:
            await asyncio.sleep(0.01)
        server.should_exit = True
        await serving

    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, lesson()).result(PATIENCE / 1000)
