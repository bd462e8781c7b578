"""The training bench: a run goes forward in slices, stands still, goes back, and says what it measured."""

import json
import math
import re
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from torch import Generator

from headlight.app import queue
from headlight.app.queue import Queue
from headlight.pages.learning import bench, learning, measured
from headlight.pages.learning import task as given
from tests.awkward import AWKWARD
from tests.pages.screen import captions, dial, headings, notes, numbers, opened, payload, typed
from tests.statements import lesson
from transformer.learning.plans import offered, plan, untouched
from transformer.learning.run import Step, Training, learn, learned
from transformer.learning.tasks import TASKS


def after(page: AppTest) -> int:
    """The step at which the run stands."""
    return int(re.search(r"over (\d+) steps", payload(page, "loss")["alt"])[1])


def press(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click().run()
    assert not page.exception and not page.error
    return page


def curve(page: AppTest, key: str, name: str) -> np.ndarray:
    names = payload(page, key)["names"]
    return numbers(page, key).reshape(len(names) + 1, -1)[1 + names.index(name)]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("heads", "**Induction.**"),
        ("attention", "**Reverse.**"),
        ("masking", "**No mask.** What will this change? Guess first"),
    ],
)
def test_the_pages_on_heads_lead_to_the_bench(name: str, says: str) -> None:
    page = opened(name)
    page.session_state["read_more"] = True
    page.run()
    (ways,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "ways")
    (way,) = (parse_qs(urlsplit(link["href"]).query) for link in ways["links"] if "train a" in link["label"].lower())
    assert way.pop("at") == ["learning"]
    assert any(caption.startswith(says) for caption in captions(opened("learning", **way)))


def test_a_run_begins_untrained_and_goes_a_step_at_a_time() -> None:
    page = opened("learning", task="reverse")
    assert after(page) == 0 and re.search(r"[01] of 8 right", " ".join(headings(page)))
    press(page, "one_step")
    press(page, "one_step")
    assert after(page) == 2
    expected = learn("reverse", seed=11, seconds=600, steps=2, every=1)
    np.testing.assert_allclose(curve(page, "loss", "loss"), [step.loss for step in expected.steps], rtol=1e-5)
    press(page, "reset_run")
    assert after(page) == 0


def test_a_run_goes_on_in_slices_until_it_has_learned_and_stands_still_when_paused() -> None:
    """And a guess and the turn stand side by side, on one axis that does not move."""
    page = opened("learning", task="reverse", steps_a_picture="20", learned_at="150")
    before = {key: payload(page, key) for key in ("loss", "shares")}
    for header in before.values():
        assert (header["x_range"], header["marks"]) == ([0, 200], {"your guess": 150})
        assert header["offer"] == "Click: your guess"
        assert header["low"] or 0.75 * header["height"] >= 250, "pixels in a low window"
    press(page, "train")
    assert payload(page, "loss")["x_range"] == [0, 200] and payload(page, "loss")["offer"] == ""
    assert after(page) == 20 and page.button(key="train").label == "Pause"
    page.run()
    assert after(page) == 40
    press(page, "train")
    page.run()
    assert after(page) == 40 and page.button(key="train").label == "Go on"
    press(page, "train")
    for _ in range(5):
        page.run()
    assert page.button(key="train").label == "Go on", "it has learned, and stands still by itself"
    assert after(page) >= 100 and "8 of 8 right" in " ".join(headings(page))
    shown = payload(page, "shares")
    learned = int(re.search(r"95% are right at step (\d+)", notes(page)[1])[1])
    assert shown["marks"] == {"your guess": 150, "learned": learned} and shown["x_range"] == [0, 200]
    assert shown["offer"] == "Click: back to this step"
    assert f"You guessed step 150: it came {150 - learned} steps sooner." in notes(page)[0]
    tally = next(json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "tally")
    assert (tally["first"], tally["again"]) == ({"reverse": abs(150 - learned) <= learned / 5}, {})
    page.session_state["training bench"].show_step(21)
    page.run()
    assert dial(page, "at_step") == "20"
    assert not [box for box in page.number_input if box.key == "learned_at"], "it stands in the place of the guess"
    assert "at step 20" in payload(page, "heads_0")["alt"]
    assert payload(page, "loss")["at"] == 20 and after(page) >= 100
    press(page, "once_more")  # the same of other random numbers
    assert after(page) == 0 and payload(page, "loss")["marks"] == {}


def test_an_address_trains_the_same_model_again() -> None:
    page = opened("learning", task="agreement", training_seed="7", experiment="1 head")
    press(page, "one_step")
    press(page, "one_step")
    expected = learn("agreement", experiment="1 head", seed=7, seconds=600, steps=2, every=1)
    np.testing.assert_allclose(curve(page, "loss", "loss"), [step.loss for step in expected.steps], rtol=1e-5)
    press(page, "another_seed")
    assert after(page) == 0 and page.number_input(key="training_seed").value == 8


def test_a_patched_head_looks_as_on_another_example() -> None:
    page = opened("learning", task="sort", patched="1.1", patched_from="browsing", solved="headlist")
    run = learn("sort", seed=11, seconds=600, steps=0)
    expected = run.model.trace("browsing|bginorsw").patterns[0, 0]
    np.testing.assert_allclose(numbers(page, "heads_0"), expected.ravel(), atol=1e-6)
    assert payload(page, "heads_0")["names"] == ["patched"]
    assert "Head 1.1 attends here as on “browsing|bginorsw”. Unpatched: it says “" in notes(page)[0]
    page.text_input(key="patched_from").set_value("short").run()
    assert any("takes 8 letters" in caption for caption in captions(page))
    assert "Head 1.1 attends here as on “" in notes(page)[0] and "“browsing" not in notes(page)[0]
    page.selectbox(key="patched").set_value("2.1").run()
    assert "This model has no head 2.1." in captions(page) and "looks here" not in notes(page)[0]


def test_a_patch_from_a_shorter_example_is_refused_in_a_sentence() -> None:
    page = opened("learning", patched="2.1", patched_from="abcabc", solved="gradientsgrad")
    assert "The other example needs 13 characters, as yours; it has 6." in captions(page)
    assert payload(page, "heads_1")["names"][0] == "patched"


def test_an_experiment_runs_beside_the_untouched_run() -> None:
    page = opened("learning", experiment="one layer")
    assert payload(page, "heads_0") and "heads_1" not in str(page)
    press(page, "one_step")
    names = payload(page, "loss")["names"]
    assert names == ["loss", "in training", "untouched"]
    expected = learn("induction", seed=11, seconds=600, steps=1, every=1).steps[-1].loss
    assert curve(page, "loss", "untouched")[-1] == pytest.approx(expected, rel=1e-5)
    page = opened("learning", task="copy", experiment="one layer")
    assert any("changes nothing about this task" in caption for caption in captions(page))


@pytest.mark.parametrize(("task", "stops"), [("bear", 280), ("addition", 875), ("copy", 200)])
def test_both_runs_go_on_as_far_as_the_measured_sentence_tells(task: str, stops: int) -> None:
    page = opened("learning", task=task, experiment="temperature 10")
    assert page.session_state["training bench"].stops == stops
    assert measured.far("bear", "one layer") == 960 and measured.far("your own", "one layer") == 0


def test_the_reader_edits_the_example_and_one_that_the_task_cannot_have_is_said() -> None:
    page = opened("learning", task="addition", solved="12+34")
    assert payload(page, "heads_0")["tokens"] == [*"12+34=640"]
    page.text_input(key="solved").set_value("12+").run()
    assert any("two numbers of two digits" in caption for caption in captions(page))
    assert payload(page, "heads_0")["tokens"] == [*"47+38=580"]


@pytest.mark.parametrize("text", AWKWARD)
def test_any_example_is_met_calmly(text: str) -> None:
    page = typed("learning", text, key="solved", task="induction")
    assert payload(page, "heads_0")["tokens"]


def test_lines_of_the_readers_own_are_learned_and_bad_ones_are_named() -> None:
    page = opened("learning", task="your own")
    page.text_area(key="own_lines").set_value("ab -> ba\nno arrow\ncd → dc\n-> x\nef ->").run()
    assert not page.exception
    named = [said for said in captions(page) if said.startswith("Line ")]
    assert named == [
        "Line 2 has no arrow ->.",
        "Line 4 has nothing before its arrow.",
        "Line 5 has nothing after its arrow.",
    ]
    assert page.text_area(key="own_lines").value.startswith("ab -> ba\nno arrow")
    assert payload(page, "heads_0")["tokens"] == [*"ab→ba"]
    press(page, "one_step")
    assert after(page) == 1
    page.text_area(key="own_lines").set_value("").run()
    assert not page.exception and "No line can be used yet, so the bench takes its own." in captions(page)


@pytest.mark.parametrize(
    ("lines", "said"),
    [(9, "9 of your own lines, all of which it trains on"), (10, "2 of your own lines, which it never trains on")],
)
def test_own_lines_are_said_to_be_tested_on_only_where_they_are_not_trained_on(lines: int, said: str) -> None:
    page = opened("learning", task="your own")
    page.text_area(key="own_lines").set_value("\n".join(f"{'a' * n} -> {'b' * n}" for n in range(1, lines + 1))).run()
    press(page, "one_step")
    assert f"of the answers in {said}, are right." in notes(page)[0]
    assert "unseen" not in " ".join([*notes(page), *headings(page)])


def test_a_long_paste_is_kept_and_what_is_too_much_of_it_is_named() -> None:
    page = opened("learning", task="your own")
    box, pasted = page.text_area(key="own_lines"), "\n".join(f"{n} as it is written -> {n} again" for n in range(600))
    assert 10_600 < len(pasted) < box.proto.max_chars, "a browser drops a paste that is too long for the box, all of it"
    box.set_value(pasted).run()
    assert not page.exception and page.text_area(key="own_lines").value == pasted
    assert "Line 201 is past the 200 that are read." in captions(page)
    assert payload(page, "heads_0")["tokens"] == [*"0asitiswritten→0again"]


@pytest.mark.parametrize(("each", "slices"), [(0.0001, [5, 5, 50]), (0.1, [5, 5, 8]), (2.0, [1, 1, 1])])
def test_a_slice_keeps_the_pace_and_no_picture_waits_for_long(monkeypatch, each: float, slices: list[int]) -> None:
    """At 25 steps a second: pictures that come late are fewer, and a slow machine shows one after each step."""
    running = bench.Bench("", SimpleNamespace(steps=[SimpleNamespace(step=10, seconds=10 * each)]), None)  # type: ignore[arg-type]
    clock = iter([0.2, 0.4, 2.4])
    monkeypatch.setattr(bench, "perf_counter", lambda: next(clock))
    assert [running.due() for _ in slices] == slices


def test_a_run_alone_stands_still_once_it_has_learned_and_one_beside_another_goes_on() -> None:
    for experiment, goes_on in (("", False), ("no mask", True)):
        running = bench.begun(plan("reverse"), experiment, 0, "")
        running.run.steps.append(Step(2, 0.1, 0.1, 0.1, 1.0, {}))  # it has learned
        running.playing = True
        running.advance(1)
        assert running.now.step == 3 and (running.playing, running.settles) == (goes_on, goes_on)


def test_the_experiments_that_are_offered_fit_the_task() -> None:
    for task in ("copy", "addition"):
        assert opened("learning", task=task).selectbox(key="experiment").options == ["nothing", *offered(TASKS[task])]


def test_when_many_train_a_run_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened("learning", task="reverse")

    class Full:
        def __len__(self) -> int:
            return 100

    monkeypatch.setattr(queue, "LONG_WORK", Full())
    press(page, "train")
    assert after(page) == 0 and any("this run waits" in caption for caption in captions(page))


def test_between_slices_of_two_visitors_the_processor_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened("learning", task="reverse")
    slept: list[float] = []
    monkeypatch.setattr(learning, "sleep", slept.append)
    press(page, "one_step")
    assert slept == []
    monkeypatch.setattr(Queue, "__len__", lambda queue: 2)
    press(page, "one_step")
    assert slept == [learning.PACE] and after(page) == 2


def soonest(task: str, experiment: str) -> tuple[int, int | None]:
    """Of the five seeds the one that learned soonest, and at which step; the second seed where none did."""
    return min(enumerate(measured.MEASURED[task][experiment].steps), key=lambda of: (of[1] or math.inf, of[0] != 1))


def run_until_learned(task: str, experiment: str, seed: int, steps: int) -> Training:
    """Measured every 5 steps, and so many of them at most."""
    run = Training(plan(task, experiment), seed)
    while learned(run.steps) is None and run.steps[-1].step < steps:
        run.advance(5)
    return run


def test_five_seeds_are_told_of_after_a_guess_and_a_step() -> None:
    told = measured.sentence("reverse", "4 heads")
    guessed = opened("learning", task="reverse", experiment="4 heads", learned_at="90")
    assert f"**4 heads.** {told}" not in captions(guessed)
    assert f"**4 heads.** {told}" in captions(press(guessed, "one_step"))


def test_all_that_can_be_changed_about_the_tasks_was_measured_and_given_time() -> None:
    assert {*measured.MEASURED} == {*TASKS}
    for task, experiments in measured.MEASURED.items():
        assert {*experiments} == {"", *offered(TASKS[task])}
        for steps, within, _ in experiments.values():
            assert (within > 0) == (None in steps) and len(steps) == 5
            if within:  # nobody never learns who was not given three times as long as the slowest that did
                slowest = max(step for step in (*steps, *experiments[""].steps) if step)
                assert within >= min(3 * slowest, 6000)


def test_the_lesson_gives_of_each_change_the_numbers_that_were_measured() -> None:
    lines = re.findall(r"^- .*$", lesson("learning").split("## Measured")[1], re.MULTILINE)
    assert {change for line in lines for change in re.findall(r"\*(.+?)\*", line)} - {"addition"} == {
        *offered(TASKS["induction"])
    }
    for line in lines:
        changes = re.findall(r"\*(.+?)\*", line.split(". ")[0])
        said = " ".join(f"{change} {measured.sentence('induction', change)}" for change in changes)
        assert {*re.findall(r"\d+", line)} <= {*re.findall(r"\d+", said)}, line
        for seeds in ("none of five seeds", "all of five seeds"):
            assert seeds not in line or seeds in said.lower(), line


@pytest.mark.study
def test_the_lines_that_open_have_a_rule_that_is_learned_and_not_only_memorized() -> None:
    chosen, said = given.of_lines(given.FIRST)
    assert not said and len(chosen.test(100, Generator()).ids) == 8
    run = Training(untouched(chosen), 11)
    run.advance(200)
    assert run.steps[-1].accuracy >= 0.95


OTHER_TASKS = """
agreement | no mask | None of five seeds learns within 315 steps; untouched all of five seeds learn, after
agreement | 1 head | Four of five seeds learn within 315 steps, after 45 to 75 steps
reverse | no positions | None of five seeds learns within 285 steps
copy | 4 heads | All of five seeds learn, after 85 to 95 steps; untouched all of five seeds learn, after 70 to
sort | temperature 10 | All of five seeds learn, after 75 to 80 steps; \
untouched all of five seeds learn, after 100 to 160 steps.
"""  # task | what is changed | how its sentence begins


def test_each_sentence_of_an_experiment_begins_as_it_is_told() -> None:
    for row in OTHER_TASKS.strip().split("\n"):
        task, experiment, beginning = row.split(" | ")
        assert measured.sentence(task, experiment).startswith(beginning)
    assert measured.sentence("copy", "") == ""


def test_what_is_said_of_an_experiment_is_so() -> None:
    """Of one that is short, with one of its five seeds: `make study` trains all."""
    seed, said = soonest("reverse", "no norm")
    got = learned(run_until_learned("reverse", "no norm", seed, steps=said + 15).steps)
    assert got and abs(got.step - said) <= 15
