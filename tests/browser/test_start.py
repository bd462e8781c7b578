"""A server that has just started is warm, well and for this computer alone; nothing typed at once is lost."""

import json
import urllib.request
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import in_a_tab


def test_the_first_visitor_may_type_at_once(profiles: Callable[..., BrowserContext], fresh_server: str) -> None:
    for screen in in_a_tab(profiles, fresh_server):
        screen.page.goto(fresh_server)
        screen.box.wait_for()
        screen.box.press("ControlOrMeta+a")
        text = "a bear in the forest of letters"
        screen.page.keyboard.type(text)  # at once, whatever is still being computed
        screen.painted(text)
        expect(screen.box).to_have_value(text)
        screen.no_trouble()


def test_the_health_address_runs_the_model(server: str) -> None:
    with urllib.request.urlopen(f"{server}/health") as answer:
        assert json.load(answer) == {"status": "ok", "model": "story", "tokens": 1}
