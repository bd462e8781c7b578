"""What a reader may do to the app, longer, on a slow line, and while its server is started or ends."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import serve, stop
from tests.browser.line import Line
from tests.browser.test_trials import (
    TEXT,
    Tabs,
    agrees,
    is_composed_while_another_view_opens,
    is_kept_over_a_reload,
    is_read_though_another_opens,
    lead_through_all_that_was_opened,
    typed,
)

SLOW = 0.12  # seconds that a piece takes on a slow line, there and back


@pytest.mark.parametrize("kind", ["pages", "views"])
def test_what_is_typed_on_a_slow_line_while_one_page_or_view_after_another_opens_is_read(
    tabs: Tabs, server: str, kind: str
) -> None:
    is_read_though_another_opens(tabs.new(Line(server, SLOW).address), kind)


@pytest.mark.parametrize("kind", ["pages", "views"])
def test_what_is_typed_while_one_page_or_view_after_another_opens_is_read(tabs: Tabs, kind: str) -> None:
    is_read_though_another_opens(tabs.new(), kind)


def test_back_and_forward_lead_through_all_that_was_opened_as_it_was_left(tabs: Tabs) -> None:
    lead_through_all_that_was_opened(tabs.new(), 8)


def test_what_is_being_composed_is_kept_while_another_view_opens(tabs: Tabs) -> None:
    is_composed_while_another_view_opens(tabs.new(), 100)


@pytest.mark.parametrize("wait", [0, 400])
def test_what_is_typed_just_before_a_reload_is_kept(tabs: Tabs, wait: int) -> None:
    is_kept_over_a_reload(tabs.new(), wait)


def test_a_link_brings_its_view_as_the_first_that_a_fresh_server_is_asked_for_and_no_file_is_a_page_of_streamlits(
    tabs: Tabs,
) -> None:
    process, address = serve()
    screen = tabs.new(address).open("four_words")
    expect(screen.view("Four words")).to_have_attribute("aria-current", "page")
    expect(screen.page.get_by_test_id("stSidebarNav")).to_have_count(0)
    assert ".py" not in screen.page.locator("body").inner_text()
    screen.no_trouble()
    stop(process)


def test_a_server_that_is_started_anew_finds_view_dials_and_every_letter(tabs: Tabs) -> None:
    process, address = serve()
    screen = tabs.new(address).open("all_heads", text=TEXT, layer=4, head=2)
    typed(screen, " and")
    agrees(screen, f"{TEXT} and")
    process.kill()
    process.wait()
    screen.page.keyboard.type(" then")
    process, _ = serve(port=urlsplit(address).port or 0)
    screen.page.keyboard.type(" the")
    agrees(screen, f"{TEXT} and then the")
    expect(screen.picture("Pattern of layer 4, head 2")).to_be_visible()
    screen.no_trouble()
    stop(process)
