"""Every stop of the path shows a player what a newcomer sees."""

from tests.browser.screen import Screen
from tests.browser.test_links import stops_show_what_a_newcomer_sees


def test_a_stop_of_the_path_shows_a_player_what_a_newcomer_sees(screen: Screen) -> None:
    stops_show_what_a_newcomer_sees(screen, range(1, 11))
