"""The files for schools as a teacher's browser fetches them."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.outside import live_read
from headlight.questions import questions
from headlight.questions.school import FILES, PACKAGE, made
from headlight.questions.sheet import sheet
from headlight.reading import assets, reader
from headlight.server import school

APP = "https://school.example/headlight"


@pytest.fixture
def client() -> TestClient:
    school._small.cache_clear()
    return TestClient(Starlette(routes=school.routes()), base_url="http://localhost:8501")


def test_each_file_is_saved_with_links_to_the_app_that_was_open(client: TestClient) -> None:
    for name in FILES:
        answer = client.get(f"/questions/{name}", params={"app": APP})
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        if name == PACKAGE:
            with ZipFile(BytesIO(answer.content)) as archive:
                assert f"{APP}/?at=" in archive.read("index.html").decode() and "live/index.html" in archive.namelist()
                assert f"live/{live_read.FILE}" not in archive.namelist()  # a package stays small
        else:
            assert answer.content == made(name, questions.bundled(), APP)


@pytest.mark.parametrize("app", ["javascript:alert(1)", 'https://a"b', "https://", "https://a b", "https://a?b"])
def test_what_is_no_address_of_an_app_is_refused(client: TestClient, app: str) -> None:
    assert client.get("/questions/questions.gift", params={"app": app}).status_code == 400


def test_a_sheet_of_a_sentence_is_a_page_to_print(client: TestClient) -> None:
    answer = client.get("/questions/sheet", params={"text": reader.EXAMPLE, "paper": "Letter", "app": APP})
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == sheet(reader.EXAMPLE, "Letter", APP)
    for wrong, said in (
        ({"text": "a"}, "type another"),
        ({"paper": "A3"}, "A4 or Letter"),
        ({"app": "ftp://a"}, "app has"),
    ):
        refused = client.get("/questions/sheet", params={"text": reader.EXAMPLE, "paper": "A4", **wrong})
        assert refused.status_code == 400 and said in refused.text


@pytest.mark.faulty
def test_what_is_not_there_is_said(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "questions.gift" in client.get("/questions/questions.doc").text
    questions.bundled.cache_clear()
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    answer = client.get("/questions/questions.gift")
    monkeypatch.undo()
    assert answer.status_code == 503 and "cannot be read" in answer.text
    assert client.get("/questions/questions.gift").status_code == 200
