"""Whatever asks keeps its answer until a guess or *Show*: on screen, in tooltips, in pictures and in the address."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from google.protobuf.text_format import MessageToString
from streamlit.testing.v1 import AppTest

from headlight.app.teach import _ASKS as CLASS_ASKS
from headlight.pages.start.first_visit import TEXTS
from headlight.rooms.room import events
from headlight.server import questions
from headlight.state.first_path import STEPS
from headlight.state.story import STORIES
from tests.pages.screen import _boards as boards_of
from tests.pages.screen import address, opened
from tests.sampled import sampled

READY = ("look", "next", "head")  # what Teach asks about any sentence
LONGEST = 75  # letters of an answer


class Asker(NamedTuple):
    """Something that asks: where, what answers it, and what is told only then."""

    view: str
    at: dict[str, str]
    answer: Callable[[AppTest], object]
    told: str


def _press(key: str) -> Callable[[AppTest], object]:
    return lambda page: page.button(key=key).click().run()


def _set(**keys: object) -> Callable[[AppTest], object]:
    def move(page: AppTest) -> None:
        page.session_state["session"].move(**keys)
        page.run()

    return move


def _class_sees(page: AppTest) -> None:
    page.session_state[CLASS_ASKS] = False
    page.run()


ASKERS = {
    **{f"story {id}": Asker(told.view, told.address, _press("reveal"), told.payoff) for id, told in STORIES.items()},
    **{
        f"guess {number}": Asker(
            "path", {"stop": str(number)}, _set(**{f"guess_{number}": step.options[0]}), f"**Why?** {step.why}"
        )
        for number, step in enumerate(STEPS, 1)
    },
    **{
        f"first visit {number}": Asker("start", {"text": text, "question": str(number)}, _set(guessed=0), "You chose")
        for number, text in enumerate(TEXTS, 1)
    },
    "bench": Asker("learning", {"task": "reverse"}, _press("one_step"), "over 1 steps"),
    "class at start": Asker("start", {}, _class_sees, "81%"),
    "class at attention": Asker("attention", {}, _class_sees, "The weighted values"),
}
SOME = [*(name for name in ASKERS if not name.startswith("story")), "story one-head", "story once", "story painter"]


def shown(page: AppTest) -> str:
    """Everything that the page sends to the browser, with tooltips and the headers of pictures, and its address."""
    elements = [
        MessageToString(node.proto, as_utf8=True).replace("\\", "")
        for node in page.main
        if getattr(node, "proto", None)
    ]
    headers = [str(header) for _, header, _ in boards_of(page)]
    return " ".join([*elements, *headers, str(address(page))])


def numbers(page: AppTest) -> bool:
    """Whether a picture holds a number of a model."""
    return any(any(body) for _, _, body in boards_of(page))


@pytest.mark.parametrize("name", sampled(ASKERS, SOME))
def test_nothing_tells_the_answer_before_a_guess_and_it_comes_with_it(name: str) -> None:
    asker = ASKERS[name]
    page = opened(asker.view, **asker.at)
    if name.startswith("class"):
        page.session_state[CLASS_ASKS] = True
        page.run()
    said = shown(page)
    assert asker.told not in said and "told" not in address(page)
    if name != "bench":  # whose model has learned nothing yet
        assert not numbers(page), "no picture has a number of a model"
        assert "'key': 'share'" not in said and '"key": "share"' not in said, "no file can be taken of what is hidden"
    asker.answer(page)
    assert not page.exception and asker.told in shown(page)
    assert "'key': 'asked'" not in shown(page), "and the picture comes with it"


@pytest.mark.parametrize("kind", READY)
def test_a_phone_is_sent_no_picture_while_its_class_is_asked_about_it(kind: str) -> None:
    about = b'{"view": "start", "state": "text=bear+country"}'
    room = questions.Room({"about": about, "board": b"a picture"}, ())
    fields = {**room.fields, **questions.asked({"kind": kind}, room).fields(room)}
    sent = {each.kind: each.data.decode() for each in events({key: kept for key, kept in fields.items() if kept})}
    assert "board" not in sent and "attention to" not in sent["room"]
    sent = {each.kind for each in events({key: kept for key, kept in fields.items() if kept} | {"results": b"answers"})}
    assert {"board", "results"} <= sent


def test_answers_are_short_enough_to_be_read_at_once() -> None:
    offered = [choice for story in STORIES.values() for choice in story.choices]
    offered += [option for step in STEPS for option in (*step.options, *step.again.options)]
    assert max(map(len, offered)) <= LONGEST
