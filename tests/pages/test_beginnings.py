"""One reader plays ten beginnings against the table and the transformer: taps, types, sees three lines, and goes on."""

from headlight.pages.path import alone
from headlight.parts import race
from headlight.pictures import Screen
from headlight.reading.beginnings import SETS
from tests.pages.screen import boards, notes, numbers, opened, payload, session


def test_what_is_tapped_and_typed_is_drawn_beside_what_both_rivals_say() -> None:
    first, second = SETS[2][:2]
    page = opened("path", stop="beginnings", beginnings="3")
    asked = str(boards(page)["beginning_asked"])
    assert [word["text"] for word in payload(page, "beginning")["words"]] == [*first.text.split(), "…"]
    assert race.told(first) not in asked and "beginnings_played" not in boards(page)
    assert [chip["text"] for chip in payload(page, "next_words")["tokens"]] == list(first.options)
    page.text_input(key="own_word").set_value(f" {first.word.upper()}, ").run()
    assert session(page).get("next_words") == first.word.upper()
    assert [(box.key, box.value) for box in page.text_input] == [("own_word", "")], "the same box, empty again"
    assert numbers(page, "race").reshape(4, 2)[1].tolist() == [0, 1]
    assert race.told(first) in str(boards(page)["beginnings_played"])
    screen = Screen()
    alone.ask(screen, 3, [first.word])
    assert screen.listeners["next_words"](1) == {"next_words": f"{first.word},{second.options[1]}"}


def test_after_the_tenth_it_says_who_was_ahead_and_offers_ten_others() -> None:
    said = ",".join(each.word for each in SETS[5])
    page = opened("path", stop="beginnings", beginnings="6", next_words=said)
    assert "You had 10 of 10 words right" in str(boards(page)) and race.KNOWN in notes(page)
    lines = numbers(page, "race").reshape(4, 11)[1:, -1]
    both = [race.rivals(each) for each in SETS[5]]
    assert lines.tolist() == [10, sum(each.table.right for each in both), sum(each.transformer.right for each in both)]
    columns = payload(page, "said")["columns"]
    assert [cell for cell, _ in columns[0]["cells"]] == [cell for cell, _ in columns[1]["cells"]] == said.split(",")
    page.button(key="others").click().run()
    assert (session(page).get("beginnings"), session(page).get("next_words")) == (1, None)


def test_an_address_that_says_more_than_ten_or_nothing_is_played_as_far_as_it_goes() -> None:
    for said in (",".join("ab" * 15), ",,", "<b>x</b>", ","):
        assert not opened("path", stop="beginnings", next_words=said).exception
