"""Patching in a real browser: a choice shows its run, and typing draws the maps anew."""

import re

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.screen import Screen, address_of


def test_a_choice_shows_the_run_and_typing_draws_the_maps_anew(screen: Screen) -> None:
    screen.go("patching", text="Tom went to the park because")
    said = screen.page.locator(".says", has_text="a share of")
    screen.settle()
    stream = screen.picture("Shares of the difference, stream.")
    stream.press("ArrowUp")
    stream.press("Enter")
    expect(said).to_contain_text("With position 0 as layer 2 reads it")
    expect(screen.page).to_have_url(re.compile("token=0"))
    screen.box.fill("")
    screen.box.press_sequentially("The man went to the park because")  # at each letter another sentence is suggested
    other = screen.page.get_by_role("textbox", name="A sentence of as many tokens")
    expect(other).to_have_attribute("placeholder", "The woman went to the park because")
    expect(stream).to_be_visible()
    expect(screen.page).not_to_have_url(re.compile("corrupt_text="))
    other.fill("Anna went to the park because")
    expect(screen.page.get_by_text("Both texts need equally many tokens")).to_be_visible()
    expect(stream).to_be_visible()
    assert stream.evaluate("e => Boolean(e.getRootNode().host.closest('[inert]'))"), "faded, it can be looked at alone"
    screen.no_trouble()


def test_one_word_of_the_sentence_is_changed_by_a_choice(screen: Screen) -> None:
    screen.go("patching", text="The girl stepped into bear country and helped the")
    screen.page.get_by_role("button", name="Change one word").click()
    choice = screen.page.get_by_role("button", name=re.compile("^bear .*→"))
    with screen.answered():
        choice.first.click()
    other = screen.page.get_by_role("textbox", name="A sentence of as many tokens")
    expect(other).to_have_value(re.compile("The girl stepped into (?!bear )[a-z]+ country and helped the"))
    expect(screen.page).to_have_url(re.compile("corrupt_text="))
    screen.no_trouble()


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
    expect(screen.page.get_by_text("Both texts need equally many tokens")).to_be_visible(timeout=5000)
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
