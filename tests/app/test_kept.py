"""What is kept for others or for later: drawn whole, as if nobody typed, and without the passes, which are large."""

import pytest

from headlight.app.boards import LAST
from headlight.reading import reader, running
from headlight.state.registry import as_it_was, find
from headlight.state.state import State
from tests.pages.screen import opened


class Typist(running.Host):
    """Somebody types, and is drawn again."""

    def is_typing(self) -> bool:
        return True

    def will_redraw(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("attention", {"text": "The big cat sat on the mat and"}),
        ("start", {"text": "The big wolf walked to the old school because"}),
        (
            "patching",
            {"text": "Tom ran to the old school because", "corrupt_text": "Anna ran to the old school because"},
        ),
    ],
)
def test_a_board_that_is_kept_for_all_is_as_nobody_typed_though_the_first_who_asks_does(
    name, texts, monkeypatch
) -> None:
    monkeypatch.setattr(running, "_SLICE", -1)  # after each step there is a picture
    reader.deciding_head(reader.bundled(), "The big")  # which stays open while somebody types on
    state = State.of(find(name), **texts)
    with running.use_host(Typist()):
        kept = as_it_was(state, "main")
    assert kept.message() == state.view.board(State.of(state.view, **texts)).message()
    assert state.traced is None, "it is kept with the board"


def test_the_state_before_is_kept_without_its_pass() -> None:
    assert opened("attention", text="bear country").session_state[LAST].traced is None


def test_what_is_kept_asks_still_whether_it_is_wanted() -> None:
    class Gone(running.Host):
        def stop_if_unwanted(self) -> None:
            raise InterruptedError

    with running.use_host(Gone()), running.in_one_go(), pytest.raises(InterruptedError):
        running.stop_if_unwanted()
