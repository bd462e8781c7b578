"""Several clickable pictures on one board: each click reaches its own picture, as often as it is made."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen


def click_lower_left(matrix: Locator) -> None:
    """Click the cell of the last row and the first column, where no label stands."""
    box = matrix.bounding_box()
    matrix.click(position={"x": box["width"] * 0.35, "y": box["height"] - 12})


def test_a_cell_can_be_clicked_again_after_its_boxes_have_changed(screen: Screen) -> None:
    screen.open("attention", text="the cat sat on the mat", arithmetic="true")
    query = screen.page.get_by_label("Query position")
    key = screen.page.get_by_label("Key position")
    for stage in ("Scores", "Pattern"):  # on two boards
        picture = screen.picture(f"{stage} of layer")
        click_lower_left(picture)
        expect(query).to_have_value("5")
        expect(key).not_to_have_value("")
        screen.settle()
        chosen = key.input_value()
        query.fill("2")
        query.press("Enter")
        expect(screen.page).to_have_url(re.compile(r"query=2"))
        screen.settle()
        click_lower_left(screen.picture(f"{stage} of layer"))
        expect(query).to_have_value("5")
        expect(key).to_have_value(chosen)
        screen.settle()
    screen.no_trouble()


def test_chips_and_matrix_of_one_board_do_not_take_each_others_click(screen: Screen) -> None:
    screen.open("embeddings", text="the cat sat on the mat")
    token = screen.page.get_by_label("Token at position")
    other = screen.page.get_by_label("Compared with position")
    chips = screen.page.get_by_role("button", name=re.compile(r"cat|sat"))
    chips.first.click()
    expect(token).to_have_value("1")
    screen.settle()
    matrix = screen.picture("Cosine")
    box = matrix.bounding_box()
    matrix.click(position={"x": box["width"] - 40, "y": box["height"] - 12})
    expect(token).to_have_value("5")
    expect(other).not_to_have_value("")
    screen.settle()
    chips.first.click()
    expect(token).to_have_value("1")
    screen.no_trouble()
