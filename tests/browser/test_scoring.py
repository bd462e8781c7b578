"""Additive and dot product in a real browser: the scorer is fitted to a head, and both are measured."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen

ADDITIVE, DOT = "Scores of the additive scorer", "Scores of the dot scorer"


def test_the_scorer_is_fitted_both_are_measured_and_the_table_stays_while_one_types(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 1800})  # so high that a line more makes no picture smaller
    screen.go("scoring", text="bear country", scoring_width=8, scorer="random", more="true", arithmetic="true")
    added, dotted = (screen.photograph(screen.picture(alt)) for alt in (ADDITIVE, DOT))
    screen.page.get_by_role("radio", name="fitted").click()
    said = screen.page.get_by_text("was trained to give this head's weights")
    expect(said).to_be_visible()
    before, after = re.search(r"fell from ([\d.]+) to ([\d.]+) nats", said.text_content()).groups()
    assert float(after) < float(before) / 2
    expect(screen.page.get_by_role("radio", name="fitted")).to_be_checked()
    fitted = screen.repainted(screen.picture(ADDITIVE), added)
    screen.settle()
    assert screen.photograph(screen.picture(DOT)) == dotted
    screen.page.get_by_role("radio", name="random").click()
    expect(screen.page.get_by_text("This scorer is random")).to_be_visible()
    assert screen.repainted(screen.picture(ADDITIVE), fitted) == added
    screen.settle()
    expect(screen.page.get_by_text("Width 8, d")).to_have_count(0)
    screen.page.get_by_text("Measure both on this server").click()
    expect(screen.page.get_by_text("Width 8, d")).to_be_visible()
    table = screen.page.get_by_role("table", name="Measured milliseconds of both ways of scoring.")
    expect(table).to_be_visible()
    screen.settle()
    measured = table.text_content()
    assert all(length in measured for length in ("16", "64", "256"))
    screen.type("the river bank")
    screen.painted("the river bank")
    expect(table).to_have_text(measured)
    screen.no_trouble()
