"""Pages that were left are forgotten: the browser keeps no picture of them."""

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_page_changes_leave_no_nodes_behind(screen: Screen) -> None:
    screen.open("all_heads", text="bear country")
    screen.choose("What heads do")
    client = screen.page.context.new_cdp_session(screen.page)
    client.send("Performance.enable")

    def alive() -> dict[str, int]:
        screen.page.wait_for_timeout(6000)  # who waits for a style that comes late lets go after five
        client.send("HeapProfiler.collectGarbage")
        return {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}

    def round_trips(count: int) -> dict[str, int]:
        for _ in range(count):
            for title, go in (("All heads", screen.page.go_back), ("What heads do", screen.page.go_forward)):
                go()
                expect(screen.page.locator("h1")).to_have_text(title)
                screen.settle()
                expect(screen.page.locator("canvas").first).to_be_visible()
        return alive()

    before, after = round_trips(2), round_trips(5)
    for name, most in (("Nodes", 200), ("JSEventListeners", 20)):  # a page that stays has more of either
        assert after[name] - before[name] < most, (name, before[name], after[name])
