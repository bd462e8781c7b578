"""A state is the address of a view as a value: it comes back as it was, and holds nothing that its view cannot use."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headlight.parts import dials
from headlight.pictures import Screen
from headlight.state.registry import View, find, views
from headlight.state.state import State
from tests.in_turn import in_turn
from transformer import Intervention
from transformer.head import Head

ATTENTION = find("attention")


@settings(deadline=None)  # the first one reads the model
@given(st.text(max_size=80), st.integers(1, 6), st.integers(1, 6))
def test_a_state_comes_back_from_its_address(text: str, layer: int, head: int) -> None:
    state = State.of(ATTENTION, text=text, layer=layer, head=head)
    assert State.parse(ATTENTION, state.written()) == state or not text
    assert hash(State.of(ATTENTION, head=head, layer=layer, text=text)) == hash(state)


def test_a_dial_reads_what_is_set_and_else_where_it_opens() -> None:
    assert State.of(ATTENTION)[dials.HEAD] == Head(2, 0)
    assert State.of(ATTENTION, layer=5, head=2)[dials.HEAD] == Head(4, 1)
    assert State.of(ATTENTION)[dials.CELL] == (None, None)
    assert State.of(ATTENTION, query=3).moved(query=None, key_position=1)[dials.CELL] == (None, 1)


def test_the_text_is_read_without_its_last_spaces_and_an_empty_one_is_the_example() -> None:
    assert State.of(ATTENTION, text="bear  ").text == "bear"
    assert State.of(ATTENTION, text="  ").text == State.of(ATTENTION).text != ""
    assert State.of(ATTENTION, text="bear").trace(Intervention(mask="none")).intervention.mask == "none"


def test_a_key_that_the_view_does_not_have_is_said() -> None:
    with pytest.raises(ValueError, match="attention has no 'grown_step'"):
        State.of(ATTENTION, grown_step=20)
    with pytest.raises(ValueError, match=r"layer=0 cannot be: layer \(the layer, from 1, .*\) is a whole number"):
        State.of(ATTENTION, layer=0)
    with pytest.raises(ValueError, match=r"output_temperature \(divides the logits\) is a number from 0\.1 to 3\.0\."):
        State.of(find("next_word"), output_temperature=0)
    with pytest.raises(ValueError, match=r"text \(the sentence\) is a text, got \['bear'\]"):
        State.of(ATTENTION, text=["bear"])
    with pytest.raises(ValueError, match="There is no view 'atention'"):
        find("atention")


@in_turn("view", views().values())
def test_a_slide_shows_what_its_dials_were_set_to_though_it_hides_some(view: View) -> None:
    """A dial that is not there in a state counts as not set."""
    state = State.of(view)
    slide = state.moved(present=1)
    assert [dial.key for dial in view.controls if dial.when(state) != dial.when(slide)] == []


def test_a_head_is_written_in_one_way() -> None:
    assert (Head(2, 0).label, Head(2, 0).title, Head.parse("3.1")) == ("3.1", "layer 3, head 1", Head(2, 0))
    for wrong in ("3", "3.", "x.1", "3.1.2", "³.1"):
        with pytest.raises(ValueError, match="written as layer"):
            Head.parse(wrong)


def test_beside_the_head_that_opens_any_can_be_chosen_and_one_key_alone_means_what_it_did() -> None:
    def opened(**chosen: int) -> Head:
        return State.parse(ATTENTION, State.of(ATTENTION, **chosen).written())[dials.BRINGING]

    assert opened() == dials.BRINGS
    for layer, head in product(range(1, 7), repeat=2):
        assert opened(layer=layer, head=head) == Head(layer - 1, head - 1)
        assert (opened(layer=layer), opened(head=head)) == (Head(layer - 1, 0), Head(2, head - 1))


def test_the_unchanged_pass_of_a_state_is_one_object_though_others_were_read_meanwhile() -> None:
    state = State.of(find("scaling"), text="bear country")
    plain = state.trace()
    for number in range(8):  # more passes than are held for all visitors
        state.trace(text=f"bear {number}")
    assert state.trace(Intervention(multiplier=1.0)) is plain
    changed = state.trace(Intervention(multiplier=2.0))
    assert changed is state.trace(Intervention(multiplier=2.0)) is not plain


@pytest.mark.parametrize("other_text", [None, "everything " * 150])
def test_a_board_says_where_a_text_that_its_state_was_asked_for_is_cut(other_text: str | None) -> None:
    state, screen = State.of(find("attention"), text="everything " * 140), Screen()
    state.trace(text="bear")
    state.tell_of_passes(screen)
    assert not screen.told
    assert state.trace(text=other_text).dropped
    state.tell_of_passes(screen)
    assert [*screen.told.values()] == [True]
    assert state == state.kept() and hash(state) == hash(state.kept()) and state.kept().traced is None
