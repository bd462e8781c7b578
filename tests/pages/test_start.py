"""The start: the sentence as words, the chosen word and head, and a click that chooses another."""

import time
from urllib.parse import urlencode

import numpy as np
import pytest

import headlight as hl
from headlight.app import queue
from headlight.pages.start import first_visit
from headlight.parts import dials, read_before
from headlight.reading import reader, running
from headlight.reading.reader import EXAMPLE, CannotShow
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from transformer import Intervention, edits, load


def weights(drawn: Drawing) -> np.ndarray:
    """The weights between all words in the shown head."""
    count = len(drawn.payload("looks")["words"])
    return drawn.numbers("looks")[: count * count].reshape(count, count)


def test_the_opening_shows_the_last_word_looking_at_bear_in_the_head_that_brings_the_bear() -> None:
    drawn = draw("start")
    shown = drawn.payload("looks")
    words = [word["text"] for word in shown["words"]]
    assert " ".join(words) == shown["text"] == EXAMPLE
    assert words[shown["chosen"]] == "the" and shown["chosen"] == len(words) - 1 and shown["head"] == [5, 4]
    assert weights(drawn)[shown["chosen"]].argmax() == words.index("bear")
    assert shown["following"][0][0] == "bear" and shown["following"][0][1] == pytest.approx(0.813, abs=1e-3)
    assert shown["about"] == "Layer 6, head 5."
    said = "".join(piece for piece, _ in shown["why"])
    assert said == "“bear”, 81%: layer 6, head 5 brought it from “bear”. Hide that word: 5%."
    assert drawn.titles == [] and [piece for piece, opens in shown["why"] if opens] == ["81%", "5%"]


def test_a_first_visit_is_shown_what_comes_next_with_the_ribbon_on_girl_and_no_link_is() -> None:
    shown, model = draw("start").payload("looks"), load("story")
    edit = shown["demonstration"]["edit"]
    assert edit == [5, 4, 8, 4, 1] and [shown["words"][at]["text"] for at in edit[2:]] == ["the", "bear", "girl"]
    row = model.trace(EXAMPLE).layers[5].pattern[4, 8].astype(float)
    row[1], row[4] = row[1] + row[4], 0
    moved = model.trace(EXAMPLE, Intervention(edits=(edits.row(5, 4, 8, tuple(row)),))).probabilities[-1]
    ids = [model.tokenizer.encode(word)[0].id for word, _ in shown["following"]]
    assert shown["demonstration"]["chances"] == pytest.approx(moved[ids], abs=1e-5)
    assert [word for word, _ in shown["following"]][:2] == ["bear", "boy"] and moved[ids[1]] > moved[ids[0]]
    for state in ({"text": "bear country"}, {"layer": 3}, {"query": 5}, {"edited": "6.5.8.4.1"}, {"story": "one-head"}):
        assert draw("start", **state).payload("looks")["demonstration"] is None


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("I love my little dog and I love my big", [5, 5]),
        ("The old king gave his crown to the", [3, 2]),
        ("He washed the apple before he ate the", [2, 5]),
    ],
)
def test_until_somebody_chooses_it_is_the_head_that_decides_for_ones_own_sentence(text, head) -> None:
    state = State.of(find("start"), text=text)
    assert state.written() == urlencode({"text": text})
    shown = draw("start", text=text).payload("looks")
    assert shown["head"] == head and "Without this head" not in shown["about"]
    for view in ("attention", "all_heads", "next_word"):
        assert State.of(find(view), text=text)[dials.BRINGING] == tuple(head)


def test_while_somebody_types_the_head_stays_and_nothing_is_said_of_what_is_lost_without_it() -> None:
    class Typist(running.Host):
        def is_typing(self) -> bool:
            return True

    before, text = "I love my little dog and I love my big", "I love my little dog and I love my big red"
    state, other = State.of(find("start"), text=text), "Quite another beginning, which nobody has read"
    decides = reader.source(reader.bundled(), text).head
    draw("start", text=before)
    assert decides != (5, 5)
    with running.use_host(Typist()):
        assert state[dials.BRINGING] == (5, 5)
        shown = draw("start", text=text, layer=6, head=5).payload("looks")
        assert shown["lost"] == {"word": "", "had": 0.0, "has": []} and "Without this head" not in shown["about"]
        found = State.of(find("start"), text=other)[dials.BRINGING]
    assert found == reader.source(reader.bundled(), other).head, "where there was none before it is found"
    assert state[dials.BRINGING] == decides


def test_while_somebody_types_the_text_of_another_visitor_changes_nothing() -> None:
    text = "The girl stepped into bear country and helped the"
    longer, others = f"{text} b", f"{text} boy. They"
    own, of_others = (reader.source(reader.bundled(), each).head for each in (text, others))
    assert own != of_others
    for visitor, typed in (("first", text), ("second", others)):
        with queue.long_work(visitor=visitor):
            assert State.of(find("start"), text=typed)[dials.BRINGING]
    for visitor, head in (("first", own), ("second", of_others)):
        with queue.long_work(time.monotonic(), visitor):
            assert State.of(find("start"), text=longer)[dials.BRINGING] == head


def test_what_is_lost_without_each_head_is_what_whole_passes_have() -> None:
    text, model = "I love my little dog and I love my big", load("story")
    lost, trace = draw("start", text=text).payload("looks")["lost"], model.trace(text)
    word, nothing = trace.probabilities[-1].argmax(), (0.0,) * len(trace.tokens)
    assert lost["word"] == "dog" and lost["had"] == pytest.approx(trace.probabilities[-1][word], abs=2e-6)
    for layer in range(6):
        for head in range(6):
            changed = model.trace(text, Intervention(edits=(edits.row(layer, head, trace.last, nothing),)))
            assert lost["has"][layer][head] == pytest.approx(changed.probabilities[-1][word], abs=3e-6)


def test_of_a_head_that_was_chosen_it_is_said_what_is_left_without_it() -> None:
    text = "I love my little dog and I love my big"
    has = draw("start", text=text).payload("looks")["lost"]["has"]
    for layer, head in ((6, 6), (3, 1), (6, 5)):
        chosen = draw("start", text=text, layer=layer, head=head)
        assert {"layer": layer, "head": head}.items() <= dict(chosen.state.items).items()
        moved = chosen.state.moved(text="The old king gave his crown to the")
        assert moved[dials.BRINGING] == (layer - 1, head - 1)
        said = chosen.payload("looks")["about"]
        assert f"Without this head, “dog” has {100 * has[layer - 1][head - 1]:.0f}%." in said


def test_the_second_thing_to_find_is_country_and_is_offered_only_where_it_is_so() -> None:
    drawn = draw("start")
    then = drawn.payload("looks")["then"]
    assert drawn.payload("looks")["words"][then["word"]]["text"] == "country" and then["head"] == [2, 0]
    found = draw("start", **drawn.chosen("looks", ["both", [then["word"], then["head"]]]))
    assert weights(found)[then["word"]].argmax() == 4 and found.payload("looks")["then"] is None
    assert draw("start", text="bear country").payload("looks")["then"] is None


def test_a_word_of_two_tokens_is_one_and_its_row_is_that_of_the_second() -> None:
    drawn = draw("start", text="the prejudice", query=1, layer=3, head=1)
    trace = load("story").trace("the prejudice")
    assert len(trace.tokens) == 3 and drawn.payload("looks")["chosen"] == 1
    row = trace.layers[2].pattern[0, 2]
    np.testing.assert_allclose(weights(drawn)[1], [row[0], row[1] + row[2]], atol=1e-7)


DOG = "I love my little dog and I love my big"


def test_a_line_says_what_was_read_and_its_places_are_typed_by_a_click() -> None:
    drawn, run = draw("start", text=DOG), hl.open("story").run(DOG)
    read, found = drawn.payload("looks")["read"], run.read()
    assert "".join(piece for piece, _ in read["says"]).startswith("“my big” was read 17 times and never went on with")
    assert (read["begins"], read["end"], len(read["places"])) == (8.0, "my big", 5)
    for number, place in enumerate(found.places):
        assert drawn.chosen("looks", ["place", number]) == {"text": f"{place.before}my big", "query": None}
    assert draw("start", text="Nobody saw Rafael leave, but we heard Raf").payload("looks")["read"]["begins"] == 0
    assert draw("start", text="The purple Rafael").payload("looks")["read"]["begins"] == pytest.approx(2)
    assert draw("start", text="🦙").payload("looks")["read"]["begins"] == 1, "of it nothing was read"


def test_each_word_is_marked_by_how_easily_it_flips_the_next_and_a_chosen_one_offers_five_others() -> None:
    places = {place.position: place for place in hl.open("story").run(DOG).flips()}
    read = draw("start", text=DOG).payload("looks")["read"]
    assert read["eases"] == [places[at].ease for at in range(10)] and read["swaps"] == [] and read["asks"] == ""
    chosen = draw("start", text=DOG, query=4)
    read = chosen.payload("looks")["read"]
    assert read["asks"] == "Another word for “dog”, and what comes then:" and len(read["swaps"]) == 5
    assert read["swaps"][0] == {"word": "cat", "next": "cat", "chance": "32%", "flips": True}
    assert chosen.chosen("looks", ["swap", 0]) == {"text": DOG.replace("little dog", "little cat"), "query": None}
    assert chosen.chosen("looks", ["word", 4]) == {"query": None}, "once more lets go of it"
    of_two = draw("start", text="Rafael saw", query=1).payload("looks")["read"]
    assert of_two["swaps"] == [] and of_two["asks"] == "No single token can replace “Rafael”."


def test_while_somebody_types_nothing_is_marked_and_of_what_was_not_trained_on_it_nothing_is_said(monkeypatch) -> None:
    class Typist(running.Host):
        is_typing = staticmethod(lambda: True)
        is_resting = staticmethod(lambda: False)

    with running.use_host(Typist()):
        read = draw("start", text=DOG, query=4).payload("looks")["read"]
    assert read["says"] and not read["eases"] and not read["swaps"]
    for state in ({"edited": "6.5.8.4.1"}, {"text": first_visit.TEXTS[0], "question": 1}):
        assert draw("start", **state).payload("looks")["read"] is None
    monkeypatch.setattr(read_before, "read", refused)
    assert draw("start", text=DOG).payload("looks")["read"] is None


def refused(model: object, ids: object) -> None:
    raise CannotShow("Nobody can say what it has read.")
