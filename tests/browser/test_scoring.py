"""Additive and dot product in a real browser: the scorer is fitted to a head, and both are measured."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen

ADDITIVE, DOT = "Scores of the additive scorer", "Scores of the dot scorer"
# Remembers that a bar of progress stood there: on a fast computer it is gone again before one can look.
WATCH = """() => new MutationObserver(() => { window.seen ||= !!document.querySelector('[role=progressbar]'); })
    .observe(document.body, { subtree: true, childList: true })"""


def test_the_scorer_is_fitted_with_its_progress_shown_and_its_scores_change(screen: Screen) -> None:
    screen.open("scoring", text="bear country", scoring_width=8)
    added, dotted = (screen.photograph(screen.picture(alt)) for alt in (ADDITIVE, DOT))
    screen.page.evaluate(WATCH)
    screen.page.get_by_role("button", name="Fit it to this head").click()
    said = screen.page.get_by_text("Trained to give this head's weights")
    expect(said).to_be_visible()
    before, after = re.search(r"fell from ([\d.]+) to ([\d.]+) nats", said.text_content()).groups()
    assert float(after) < float(before) / 2
    expect(screen.page.get_by_role("radio", name="fitted")).to_be_checked()
    expect(screen.page.get_by_role("progressbar")).to_have_count(0)
    assert screen.page.evaluate("seen")
    fitted = screen.repainted(screen.picture(ADDITIVE), added)
    screen.settle()
    assert screen.photograph(screen.picture(DOT)) == dotted
    screen.page.get_by_role("radio", name="random").click()
    expect(screen.page.get_by_text("of the additive scorer are random")).to_be_visible()
    assert screen.repainted(screen.picture(ADDITIVE), fitted) == added
    screen.no_trouble()


def test_both_are_measured_and_the_table_stays_while_one_types(screen: Screen) -> None:
    screen.open("scoring", text="bear country", scoring_width=8, arithmetic="true")
    table = screen.page.locator("[data-testid=stDataFrame]")
    expect(table).to_have_count(0)
    screen.page.get_by_role("button", name="Measure both here").click()
    expect(screen.page.get_by_text("Measured with width 8")).to_be_visible()
    times = table.locator("tbody tr").first.locator("td")
    expect(times.first).to_have_text("16")
    screen.settle()
    measured = times.all_text_contents()
    assert all(float(time) > 0 for time in measured[1:])
    screen.type("the river bank")
    screen.painted("the river bank")
    expect(times).to_have_text(measured)
    screen.no_trouble()
