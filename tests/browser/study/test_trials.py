"""What a reader may do to the app while its server is started or ends."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from benchmarks.servers import serve, stop
from tests.browser.test_trials import TEXT, Tabs, agrees, typed


def test_a_link_brings_its_view_as_the_first_that_a_fresh_server_is_asked_for_and_no_file_is_a_page_of_streamlits(
    tabs: Tabs,
) -> None:
    process, address = serve()
    screen = tabs.new(address).open("by_hand")
    expect(screen.view("Queries, keys, values")).to_have_attribute("aria-current", "page")
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
