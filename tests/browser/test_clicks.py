"""Several clickable pictures on one board: each click reaches its own picture, as often as it is made."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen


def click_lower_left(matrix: Locator) -> None:
    """Click the cell of the last row and the first column, where no label stands."""
    box = matrix.bounding_box()
    matrix.click(position={"x": box["width"] * 0.35, "y": box["height"] - 12})


def test_a_cell_can_be_clicked_again_after_another_was_chosen(screen: Screen) -> None:
    screen.go("attention", text="the cat sat on the mat", arithmetic="true")
    for stage in ("Scores", "Pattern"):  # on two boards
        click_lower_left(screen.picture(f"{stage} of layer"))
        expect(screen.page).to_have_url(re.compile(r"query=5&key_position=\d|key_position=\d&query=5"))
        screen.settle()
        screen.page.get_by_role("radio", name=re.compile("^sat")).click()
        expect(screen.page).to_have_url(re.compile("query=2"))
        expect(screen.page).not_to_have_url(re.compile("key_position"))
        screen.settle()
        click_lower_left(screen.picture(f"{stage} of layer"))
        expect(screen.page).to_have_url(re.compile(r"query=5&key_position=\d|key_position=\d&query=5"))
        screen.settle()
    screen.no_trouble()


def test_chips_and_matrix_of_one_view_do_not_take_each_others_click(screen: Screen) -> None:
    screen.go("embeddings", table="this model", text="the cat sat on the mat", more="true", arithmetic="false")
    chips = screen.page.get_by_role("button", name=re.compile(r"cat|sat"))
    chips.first.click()
    expect(screen.page).to_have_url(re.compile("[?&]token=1"))
    screen.settle()
    matrix = screen.picture("Cosine")
    box = matrix.bounding_box()
    matrix.click(position={"x": box["width"] - 40, "y": box["height"] - 12})
    expect(screen.page).to_have_url(re.compile("[?&]token=5"))
    screen.settle()
    chips.first.click()
    expect(screen.page).to_have_url(re.compile("[?&]token=1"))
    screen.no_trouble()
