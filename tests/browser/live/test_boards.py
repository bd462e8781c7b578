"""The boards of the live page are those of the app: the same message, made from the same numbers."""

import base64
import json
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from headlight.outside import live_read
from headlight.outside.live_page import VIEWS, facts_of
from headlight.pages.next_word.writing import goes_on
from headlight.pages.start.first_visit import TEXTS
from headlight.parts.by_hand import changed_by, parsed, with_cut
from headlight.reading.reader import EXAMPLE
from headlight.state.registry import find
from headlight.state.state import Button, State
from tests.browser.live.conftest import GIVEN, HANDED
from tests.draw import Drawing
from tests.sampled import sampled
from transformer import Intervention, Trace
from transformer.words import words_of

CUT = 5e-5  # of a probability with something cut, which rounding may move by as much as logits
STAGES = ("queries", "keys", "values", "scores", "pattern", "context")
_LONG = "The old man, who couldn't “see”, told us (it's naïve!) über-kind 🐻 stories… " * 4
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("start", {}),
    ("start", {"text": EXAMPLE, "layer": 3, "head": 1, "query": 5}),
    ("start", {"text": "„Guten Tag“, said l'ours 🐻; he didn't  blink.", "layer": 3, "head": 1}),
    ("start", {"text": _LONG, "layer": 2}),
    ("start", {"edited": "6.5.8.4.1"}),
    (
        "start",
        {"text": "Tom and Lisa went to the park. Tom gave the ball to", "edited": "2.x 3.x 6.5.x 1.2.x 4.4.9.2.0"},
    ),
    ("start", {"text": TEXTS[0], "question": 1}),
    ("start", {"text": TEXTS[0], "question": 1, "guessed": 2}),
    ("start", {"text": TEXTS[1], "question": 2}),
    ("start", {"text": TEXTS[1], "question": 2, "guessed": 0}),
    ("start", {"text": "Tom and Lisa went to the park. Tom gave the ball to", "query": 4}),
    (
        "start",
        {"text": "„Hm“, said the bear in the cave", "edited": "2.1.5.1.x 3.1.9.4.2 nonsense 9.1.1.0.0"}
        | {"layer": 6, "head": 6},
    ),
    ("all_heads", {}),
    ("all_heads", {"text": "an unbelievable bear", "query": 1, "layer": 6, "head": 6, "output_temperature": 0.3}),
    (
        "all_heads",
        {"text": "a", "mask": "none", "orientation": "columns", "attention_temperature": 0.2, "layer": 6, "head": 5},
    ),
    ("all_heads", {"text": "<b>bold</b> ![x](y) \u200b", "mask": "window", "scaled": False, "layer": 6, "head": 5}),
    ("all_heads", {"text": "The cat sat on the mat", "mask": "window", "edited": "3.x 2.2.x 3.1.5.4.3"}),
    ("attention", {}),
    ("attention", {"text": "Tom and Lisa went to a park", "edited": "1.x 3.1.6.2.0 6.5.6.4.x", "layer": 6, "head": 5}),
    ("attention", {"text": "The cat sat on the mat. The cat", "layer": 3, "head": 6, "query": 2, "key_position": 5}),
    ("attention", {"text": _LONG, "layer": 5, "head": 4, "query": 100, "orientation": "columns"}),
    ("attention", {"text": "two  spaces\tand\na line", "layer": 4, "head": 4}),
    ("attention", {"text": ""}),
    ("attention", {"text": "She was sad because her cat was"}),
    ("start", {"text": " \n "}),
    ("all_heads", {"text": "bear " * 120, "layer": 6, "head": 5}),
    ("next_word", {"query": 3}),
    ("next_word", {"text": "Once upon a time", "attention_temperature": 0.5, "edited": "1.x 6.4.x 6.5.3.2.0"}),
    ("next_word", {"text": "Once upon a time", "top_k": 3, "seed": 7, "written": "4.16", "layer": 6, "head": 5}),
    ("next_word", {"text": "Once upon a time", "top_p": 0.5, "seed": 42, "layer": 2, "head": 1}),
    ("next_word", {"text": "Once upon a time", "attention_temperature": 0.5, "output_temperature": 2.0, "top_k": 4}),
]


@pytest.fixture(scope="module")
def live(engine: Page, training_text: bytes) -> Page:
    """The page with the engine, the functions of the live page, and a `board` made of numbers that Python has sent."""
    GIVEN.append(training_text)
    engine.evaluate(
        """async facts => {
            document.body.dataset.testid = "stApp";
            const [views, text, state, { Known }, { pack }] = await Promise.all(
                ["live/views", "live/text", "live/state", "live/known", "shared/message"].map(
                    name => import(`/headlight/pictures/browser/${name}.js`)));
            Object.assign(window, views, text, state, { facts, known: new Known(models.fast, facts.start.head, true) });
            await known.learns(facts.read, await given());
            window.board = async (address, sent) => {
                const buffer = await given(), floats = place => new Float32Array(buffer, ...place);
                const exact = {
                    tokenizer: models.fast.tokenizer, config: models.fast.config,
                    trace(text, change) {
                        const trace = models.plain.trace(text, change);
                        const changes = change.edits.length + change.toggled.length;
                        const numbers = sent[`${changes} ${change.temperature}`] ?? sent[""];
                        trace.layers.forEach((layer, at) => {
                            for (const [stage, value] of Object.entries(numbers.layers[at]))
                                Object.defineProperty(layer, stage, { value: floats(value), configurable: true });
                        });
                        return Object.defineProperty(trace, "next_logits", { value: floats(numbers.next_logits) });
                    },
                };
                const state = State.parse(facts, address), asked = state.get("query");
                if (state.view === "start") while (known.tryNext(state.text, asked));
                const { header, body } = boardOf(state, exact, facts, known.of(state)).made();
                await hand([pack(header, body)]);
            };
        }""",
        facts_of("start") | {"read": live_read.sources()},
    )
    return engine


def numbers(trace: Trace, given: bytearray) -> dict[str, Any]:
    """Return of each array of a board where it begins in what is given, in bytes, and how many numbers it has."""

    def packed(values: np.ndarray) -> tuple[int, int]:
        start = len(given)
        given.extend(np.ascontiguousarray(values, np.float32).tobytes())
        return start, values.size

    layers = [{stage: packed(getattr(layer, stage)) for stage in STAGES} for layer in trace.layers]
    return {"layers": layers, "next_logits": packed(trace.next_logits)}


def opened(message: bytes) -> tuple[dict[str, Any], bytes]:
    """The header of a message, and its numbers."""
    end = 4 + int.from_bytes(message[:4], "little")
    return json.loads(message[4:end]), message[end:]


def pictures(header: dict[str, Any]) -> list[dict[str, Any]]:
    """The pictures on a board."""
    items = [item for row in header["rows"] for column in row for item in column["items"]]
    return [item for item in items if item["kind"] == "picture"]


def close(ours: Any, theirs: Any) -> Any:
    """Ours, but where two numbers of a header differ by rounding alone, theirs."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {key: close(value, theirs.get(key)) for key, value in ours.items()}
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [close(*pair) for pair in zip(ours, theirs, strict=True)]
    numeric = isinstance(ours, float | int) and isinstance(theirs, float | int)
    return theirs if numeric and abs(ours - theirs) <= 1e-6 * max(1e-3, abs(theirs)) else ours


@pytest.mark.parametrize(("view", "values"), sampled(ASKED, ASKED[1::2]))
def test_a_board_is_the_message_that_python_makes(live: Page, view: str, values: dict[str, Any]) -> None:
    state = State.of(find(view), **values)
    change = Intervention()
    if view == "all_heads":
        change = Intervention(
            mask=values.get("mask", "causal"),
            temperature=values.get("attention_temperature", 1.0),
            scaled=values.get("scaled", True),
        )
    given = bytearray()
    sent = {"": numbers(state.trace(change), given)}
    if view == "next_word" and (temperature := values.get("attention_temperature")):
        change = Intervention(temperature=temperature)
        sent[f"0 {temperature}"] = numbers(state.trace(change), given)
    found = words_of(state.text, state.trace().tokens)
    shown = "6.5.8.4.1" if view == "start" and not values else ""  # by the demonstration
    edits, cut = parsed(values.get("edited", shown), found, state.model.config)
    unmoved = with_cut(state.trace(change), found, cut)
    for count in range(len(edits) + 1):
        moved = changed_by(edits[:count], found, state, unmoved)
        if changes := len(moved.edits) + len(moved.toggled):
            sent[f"{changes} {change.temperature:g}"] = numbers(state.trace(moved), given)
    GIVEN.append(bytes(given))
    live.evaluate("asked => board(...asked)", [f"{view}?{state.written()}", sent])
    (ours, our_numbers), (theirs, their_numbers) = opened(HANDED.pop()), opened(state.view.board(state).message())
    theirs["rows"] = [[column for column in row if column["items"]] for row in theirs["rows"]]
    for item in pictures(theirs):
        item.pop("doors", None)  # what opens a number leads to another view of the app
    for one, other in zip(pictures(ours), pictures(theirs), strict=True):
        cuts, wanted = ([item["header"].pop(name, None) for name in ("lost", "costs")] for item in (one, other))
        for item in (one, other) if "table" in one | other else ():  # costs are also in the table
            sections = item["table"]["sections"]
            item["table"]["sections"] = [each for each in sections if each["labels"][0][0] != ["what hiding it costs"]]
        assert bool(cuts[0]) == bool(wanted[0])
        if cuts[0]:
            np.testing.assert_allclose(cuts[0].pop("has"), wanted[0].pop("has"), rtol=0, atol=CUT)
            assert close(cuts[0], wanted[0]) == wanted[0]
        np.testing.assert_allclose(cuts[1] or [], wanted[1] or [], rtol=0, atol=CUT)
    assert close(ours, theirs) == theirs
    assert our_numbers == their_numbers


def test_what_is_chosen_in_a_picture_sets_the_keys_that_it_sets_in_the_app(live: Page) -> None:
    script = "([at, key, choice]) => boardOf(State.parse(facts, at), models.fast, facts, {}).listeners[key](choice)"
    for view in ("all_heads", "attention", "next_word"):
        drawn = Drawing(State.of(find(view), text="an unbelievable bear", layer=3, head=1))
        choices = [("hero", ["word", number]) for number in range(3)] + [("pattern", [2, 1]), ("head_grid", [4, 3])]
        choices += [("hero", ["cut", cut]) for cut in (["word", 0], ["head", [2, 0]])]
        choices += [("hero", ["edits", [[2, 0, 2, 1, None]]])]
        choices += [("hero", ["next", 1])] if drawn.payload("hero")["following"] else []
        for key, choice in choices:
            if key in drawn.keys:
                ours = live.evaluate(script, [f"{view}?{drawn.state.written()}", key, choice])
                assert ours == drawn.chosen(key, choice), (view, key, choice)


def test_while_somebody_types_nothing_is_looked_up_and_its_line_keeps_its_room(live: Page) -> None:
    typed = """() => {
        const state = State.parse(facts, "text=bear");
        return boardOf(state, models.fast, facts, known.of(state, { types: true })).made().header;
    }"""
    (drawn,) = pictures(live.evaluate(typed))
    assert (drawn["header"]["read"]["says"], drawn["header"]["read"]["places"]) == ([["\u00a0", False]], [])


def test_only_the_start_looks_up_what_was_read(live: Page) -> None:
    views = [name for name in VIEWS if live.evaluate("at => known.of(State.parse(facts, at)).read !== null", name)]
    assert views == ["start"]


def test_the_picture_before_the_model_is_there_promises_nothing_that_the_page_cannot_draw() -> None:
    header, _ = opened(base64.b64decode(facts_of("start")["first"]["message"]))
    (drawn,) = (item["header"] for item in pictures(header))
    assert (drawn["read"]["says"], drawn["read"]["places"]) == ([], [])


def test_each_dial_of_the_page_says_what_it_is_also_one_whose_control_in_the_app_is_a_picture() -> None:
    labels = {dial["key"]: dial["label"] for dial in facts_of()["dials"]}
    assert all(labels.values()) and len(set(labels.values())) == len(labels)


def test_every_key_is_read_and_written_as_in_the_app(live: Page) -> None:
    for view, values in ASKED:
        state = State.of(find(view), **values)
        written = live.evaluate("address => State.parse(facts, address).written()", f"{view}?{state.written()}")
        assert State.parse(state.view, written if view == "start" else written.partition("?")[2]) == state
    for wrong in (
        "layer=201",
        "layer=x",
        "attention_temperature=0",
        "mask=all",
        "scaled=maybe",
        "nothing=1",
        "query=1.5",
    ):
        assert live.evaluate("address => State.parse(facts, address).written()", f"all_heads?{wrong}") == "all_heads"


def test_a_text_is_written_on_as_in_the_app(live: Page) -> None:
    script = (
        """([address, count, greedy]) => writtenOn(State.parse(facts, address), models.fast, facts, count, greedy)"""
    )
    for number, values in (
        (0, {}),
        (1, {"top_k": 5, "seed": 3}),
        (2, {"text": "Once upon a time", "output_temperature": 0.7, "edited": "1.x 6.5.3.2.0"}),
    ):
        view = find("next_word")
        state = State.of(view, **values)
        button = [part for part in view.parts if isinstance(part, Button)][number]
        moved, said = button.press(state)
        if more := goes_on(state.moved(**moved)):  # one after another; the live page writes all at once
            moved, said = more(True)
        asked = [f"next_word?{state.written()}", (0, 0, 10)[number], number == 0]
        assert live.evaluate(script, asked) == {"text": moved.get("text", state.text), "stopped": said}
