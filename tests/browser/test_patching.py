"""Patching in a real browser: maps of a long text come at once, and become exact while one types."""

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.screen import Screen, address_of

LONG = (
    "One day there was a big tree in the park, and under the tree was a red ball. A dog ran to the ball and brought it "
    "back. Then a bird flew over the tree and sang a song. The children played all day until the sun went down behind "
    "the hills and it was time to go home. In the house was a cake, and there were candles on the cake. {} went to the "
    "park because"
)


@pytest.mark.study
def test_maps_of_a_long_text_come_at_once_and_become_exact_while_one_types(screen: Screen) -> None:
    pair = address_of("patching", text=LONG.format("Tom"), corrupt_text=LONG.format("Anna"))
    runs = whole_runs(screen.page)
    screen.page.goto(screen.address + pair)  # and does not wait until all is there
    coming = screen.page.get_by_text("have been put in and run")
    expect(screen.picture("Shares of the difference, stream.")).to_be_visible()
    expect(coming).to_be_visible()
    before = len(runs)
    screen.box.fill("Tom went to the park because")  # does not wait for them
    expect(screen.page.get_by_text("Both texts need equally many tokens")).to_be_visible()
    screen.box.fill(LONG.format("Tom"))
    expect(screen.picture("Shares of the difference, stream.")).to_be_visible()
    expect(coming).to_have_count(0)
    screen.settle()  # it comes again no more
    assert len(runs) == before, "the page is there, its part alone is drawn again"
    screen.no_trouble()


def whole_runs(page: Page) -> list[ForwardMsg]:
    """The beginnings of runs of the whole page, of which the browser is told from now on."""
    begun = []

    def hear(message: bytes | str) -> None:
        said = ForwardMsg.FromString(message) if isinstance(message, bytes) else ForwardMsg()
        if said.HasField("new_session") and not said.metadata.run.fragment_ids:
            begun.append(said)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return begun
