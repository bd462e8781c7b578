"""Dials that count on other pages are named where they do not, and put back where they stand at first."""

from urllib.parse import parse_qs

from headlight.app import set_elsewhere
from headlight.state.session import Session
from tests.pages.screen import address, opened


def test_only_dials_that_this_view_has_not_are_named() -> None:
    looked_at = "layer=3&head=1&query=2&key_position=1&as_lines=true&by_effect=true&orientation=columns"

    def named(view: str) -> set[str]:
        session = Session(parse_qs(f"at={view}&text=bear&mask=none&attention_temperature=2&present=1&{looked_at}"))
        return set(set_elsewhere.labels(session.view, session.elsewhere))

    assert named("tokens") == {"mask", "attention_temperature"}
    assert named("all_heads") == named("look_up") == set()


def test_a_line_names_them_and_a_button_resets_them() -> None:
    page = opened("tokens", text="bear country", mask="none", attention_temperature="2.0")
    (line,) = [each.value for each in page.main.caption if "other pages" in each.value]
    assert line.endswith("are set. They are dials of other pages, without effect on this one.")
    assert "Mask" in line and "Attention temperature" in line
    page.main.button(key="reset_dials").click().run()
    assert not page.exception
    assert address(page) == {"at": "tokens", "text": "bear country"}
    assert not [each for each in page.main.caption if "other pages" in each.value]


def test_one_alone_is_named_in_the_singular_and_none_not_at_all() -> None:
    captions = [each.value for each in opened("tokens", mask="none").main.caption]
    assert "Mask is set. It is a dial of other pages, without effect on this one." in captions
    assert not [each for each in opened("tokens", layer="3").main.caption if "other pages" in each.value]
