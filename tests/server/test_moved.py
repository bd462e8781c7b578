"""An address with a path leads to the one page, the name of a view as a key, never to another host."""

from urllib.parse import urljoin

from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.server.moved import Moved
from headlight.state.places import PAGES
from tests.in_turn import in_turn

VIEWS = [view for page in PAGES.values() for view in page.views]
SET = "text=a+%26+b&silenced=1.1&silenced=2.2"
LEADS = {  # what is asked for to what is given
    **{f"/{name}?{SET}": f"/?at={name}&{SET}" for name in VIEWS},
    "/start": "/",
    "/Attention": "/?at=Attention",
    "/attention//?text=bear": "/?at=attention&text=bear",
    "/%20attention": "/?at=+attention",
    "//": "/",
    "//?at=attention": "/?at=attention",
    "//class/ABCDE?x=1": "/class/ABCDE?x=1",
    "///masking/": "/masking/",
    "//evil.com/%3Fa": "/evil.com/%3Fa",
    "/%2F/evil.com": "/evil.com",
    "/": "",
    "/class": "",
    "/static/attention": "",
}


@in_turn("path", LEADS)
def test_a_path_leads_to_the_root_of_its_host(path: str) -> None:
    asked = f"http://testserver{path}"
    answer = TestClient(Moved(Starlette()), follow_redirects=False).get(asked)
    given = urljoin(asked, answer.headers["location"]) if answer.status_code == 307 else ""
    assert given.removeprefix("http://testserver") == LEADS[path]
