"""An address with a path leads to the one page, the name of a view as a key, and never to another host."""

from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.server.moved import Moved
from headlight.state.places import PAGES
from tests.in_turn import in_turn

VIEWS = [view for page in PAGES.values() for view in page.views]
SET = {"text": ["a & b"], "silenced": ["1.1", "2.2"]}
# What is asked for, and what its address is then; None where it is not led on.
ODD = {
    **{f"/{name}?{urlencode(SET, doseq=True)}": {"at": [name], **SET} for name in VIEWS},
    "/start": {},
    "/Attention": {"at": ["Attention"]},
    "/attention//?text=bear": {"at": ["attention"], "text": ["bear"]},
    "/%20attention": {"at": [" attention"]},
    "//": {},
    "//?at=attention": {"at": ["attention"]},
    "///masking/": {"at": ["masking"]},
    "//evil.com/a": {"at": ["evil.com/a"]},
    "/%2F/evil.com": {"at": ["evil.com"]},
    "/": None,
    "/class": None,
    "/static/attention": None,
}


@in_turn("path", ODD)
def test_a_path_leads_to_the_root_of_its_host(path: str) -> None:
    asked = f"http://testserver{path}"
    answer = TestClient(Moved(Starlette()), follow_redirects=False).get(asked)
    if ODD[path] is None:
        assert answer.status_code == 404
        return
    assert answer.status_code == 307
    to = urlsplit(urljoin(asked, answer.headers["location"]))
    assert (to.netloc, to.path, parse_qs(to.query)) == ("testserver", "/", ODD[path])
