"""Two sentences in a real browser: the fixed weights stay, the head's own follow the keys."""

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_the_second_sentence_changes_its_pattern_and_not_the_fixed_weights(screen: Screen) -> None:
    screen.go("dense", text="bear country", more="true")
    fixed, pattern = (
        screen.picture("The fixed weights over either"),
        screen.picture("The head's weights over the second"),
    )
    fixed_before, before = screen.photograph(fixed), screen.photograph(pattern)
    screen.page.get_by_role("textbox", name="Another sentence").fill("the river bank")
    expect(screen.page.get_by_text("The second sentence has 3 tokens")).to_be_visible()
    screen.repainted(pattern, before)
    screen.settle()
    assert screen.photograph(fixed) == fixed_before


def test_additive_scores_are_of_the_chosen_word_and_are_fitted_to_the_chosen_head(screen: Screen) -> None:
    screen.go("dense", text="bear country", query=1, more="true")
    added, said = screen.picture("Attention weights of “country” by the additive"), screen.page.get_by_text("fell from")
    weights, divergences = added.text_content(), said.text_content()
    screen.turn_up("Head", "2")
    expect(said).not_to_have_text(divergences)
    assert added.text_content() != weights
    screen.picture("Attention: the ribbons of a word over the first").get_by_role("radio", name="bear").click()
    expect(screen.page.get_by_text("Where “bear” attends by additive scores")).to_be_visible()
    screen.no_trouble()
