"""Training bench: a tiny transformer learns a task while one looks on, and can be stopped, changed and gone back in.

What no address can hold is in the session: a `Bench`, the reader's own lines, and the model on the screen.
"""

from time import sleep
from typing import Any

import streamlit as st

from headlight.app import boards, controls, failures, once_more, queue, visit
from headlight.app.streamlit_private import stop_if_left
from headlight.pages.learning import bench, guess, measured, pictures, task, trial
from headlight.pages.learning.bench import Bench
from headlight.pages.learning.trial import Trial
from headlight.parts.nouns import Key, Number, OneOf, SomeOf, State, Switch, Text, capital, view
from transformer.learning import own
from transformer.learning.examples import Task
from transformer.learning.plans import EXPERIMENTS, TrainingPlan, offered, untouched
from transformer.learning.run import TinyModel, learned
from transformer.learning.tasks import TASKS

EVERY = 0.2  # seconds between two pictures
PACE = 0.15  # seconds between the slices of two visitors, which leave the processor to those who only type
WAITING = 12  # visitors in the queue; with more nobody goes on
_SPACE = 100_000  # characters in the box of lines: a browser drops a whole paste that is longer, without a word
_BENCH, _LINES, _TAKEN = "training bench", "the reader's lines", "model on the screen"  # in the session's state
_POLLED = "whether the bench is drawn again by itself"
_TRAIN = "train"  # key of the button
_WIDE = 210  # pixels of the guess, and of the replay that takes its place
_NOTHING = "nothing"  # is changed
_SEED, _FIRST_SEED = "training_seed", 11
_HEADS = tuple(f"{layer}.{head}" for layer in (1, 2) for head in range(1, 5))  # of the tiny model
_OWN = (
    Key("task", OneOf((*TASKS, task.OWN)), "what a tiny model learns"),
    Key("experiment", OneOf((_NOTHING, *EXPERIMENTS)), "what is changed about how it learns"),
    Key(_SEED, Number(0, 9999), "its parameters and its examples, drawn at random"),
    Key("steps_a_picture", OneOf((1, 2, 3, 5, 10, 20)), "steps of training between two pictures"),
    Key("solved", Text(120), "an input of the task, on which all heads are drawn"),
    Key("silent", SomeOf(_HEADS), "heads of the tiny model that add nothing, as layer.head"),
    Key("patched", OneOf((trial.NO_PATCH, *_HEADS)), "the head of the tiny model that attends as on another input"),
    Key("patched_from", Text(120), "that other input"),
    Key("learned_at", Number(1, bench.MOST), "the reader's guess of the step at which it has learned"),
    Key("trains", Switch(), "the run begins by itself"),
)
_GUESS = "What will this change? Guess first; after the run you see what five seeds did."


@view(own_keys=_OWN, late="what is to be learned has the place of a sentence").scripted
def show(state: State) -> None:
    """Draw the view; a run, which no address can hold, is in `bench.Bench`."""
    _run_and_heads(state, polled=st.session_state.get(_POLLED, False))


@show.polled
def every() -> float | None:
    """While the run goes on it is drawn anew by itself."""
    running = st.session_state.get(_BENCH)
    st.session_state[_POLLED] = bool(running and running.playing)
    return EVERY if st.session_state[_POLLED] else None


@show.live_model
def trained(state: State) -> tuple[TinyModel, dict[str, Any]]:
    """The model as it stands on the bench, with the text that it reads."""
    model, text = st.session_state[_TAKEN]
    return model, {"text": text}


def _run_and_heads(state: State, *, polled: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = _task()
        experiment = _experiment(offered(chosen))
        running = _bench(untouched(chosen), experiment)
        guessed = _guess_or_replay(running)
        _buttons(running)
        with st.popover("More"):
            _more_buttons(running)
            about = "The input that the heads are drawn on. Try one that breaks the pattern."
            typed = controls.text("solved", "Your example", placeholder=chosen.example, width="stretch", help=about)
            text, remark = trial.example(chosen, typed)
            if remark:
                st.caption(remark)
            tried = _trial(running.run.plan, text)
        with st.container(key="rule"):
            st.caption(f"**{chosen.name.capitalize()}.** {chosen.rule} Watch for: {chosen.watch}.")
    _go_on(running, polled=polled)
    failures.say_if_damaged(measured.FILE, "What five seeds did")
    if experiment:
        sentence = measured.sentence(chosen.name, experiment) if running.over(guessed) else _GUESS
        st.caption(f"**{capital(experiment)}.** {sentence}")
    step = next(step for step in running.run.steps if step.step == running.step_shown)
    model = running.run.model(step.step)
    trace = trial.traced(model, text, tried)
    st.session_state[_TAKEN] = model, text
    with st.container(key="trained"), boards.drawn(key="bench", text=f"{text} at {step.step}") as screen:
        screen.reveal = running.presses
        count = len(trace.layers)
        wide = 69 if count > 1 else 45  # the heads of one layer fill no more
        *layers, curves = screen.columns(*[wide // count] * count, 100 - wide, least=[270] * (count + 1))
        said = [trial.accuracy_text(model, trace, tried, step) + guess.answered(running, guessed)]
        said += [pictures.turns(running.run.steps)]
        for layer, column in enumerate(layers):
            with column:
                pictures.show_layer(screen, model, trace, layer, step, tried)
                if not state.get("present"):
                    for words in said[layer:] if layer + 1 == count else said[layer : layer + 1]:
                        screen.note(words)
        with curves:
            pictures.show_run(screen, state, running, step.step, guessed)
        if state.get("present"):  # under both layers, so that their patterns are as large
            screen.note(" ".join(said))
    if chosen.name in TASKS:
        _once_more(running, f"{chosen.name} {experiment}".strip(), guessed)


def _once_more(running: Bench, name: str, guessed: int | None) -> None:
    """Count a guess once the run has learned; after the first the same is asked of other random numbers."""
    first_right = learned(running.run.steps)
    if running.playing or guessed is None or first_right is None:
        return
    seed, right = visit.get(_SEED) or _FIRST_SEED, {name: guess.is_right(first_right.step, guessed)}
    is_first = seed == _FIRST_SEED
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if is_first:
            about = "Guess again, then train: a guess within a fifth of the step is right."
            asks = {_SEED: seed + 1, "learned_at": None, "trains": None}
            label = "Once more, with other random numbers"
            st.button(label, key="once_more", help=about, on_click=visit.move, kwargs=asks)
        once_more.tally(right if is_first else {}, {} if is_first else right)


def _task() -> Task:
    """A choice of tasks, and a box for lines of the reader's own; what cannot be used of them stays in the box."""
    name = controls.menu("task", "Task", "induction", width=170, help="What the small model learns from scratch.")
    typed = st.session_state.setdefault(_LINES, task.FIRST)  # which outlives its box
    if name == task.OWN:
        typed = st.session_state[_LINES] = st.text_area(
            f"Your lines, input -> output, up to {own.LINES}",
            typed,
            height=150,
            max_chars=_SPACE,
            key="own_lines",
            help="One example a line, at most 24 characters a side. With ten lines or more every fifth is only tested "
            "on; fewer are all trained on.",
        )
    chosen, remarks = task.of_lines(typed) if name == task.OWN else (TASKS[name], [])
    for remark in remarks:
        st.caption(remark)
    return chosen


def _experiment(offered: list[str]) -> str:
    """A choice of what is changed, "" for nothing; what would change nothing about this task is said so."""
    requested = visit.get("experiment") or _NOTHING
    fits = [_NOTHING, *offered]
    if requested not in fits:
        st.caption(f"“{requested}” changes nothing about this task.")
    about = "The same task with one thing changed, beside the untouched run."
    chosen = controls.menu("experiment", "Change one thing", _NOTHING, among=fits, width=210, help=about)
    return "" if chosen == _NOTHING else chosen


def _bench(plan: TrainingPlan, experiment: str) -> Bench:
    """The visitor's bench for this plan; a fresh one if it was another, whose run is dropped.

    A run that was left on its way stands still.
    """
    seed = visit.get(_SEED) or _FIRST_SEED
    begins = bool(visit.get("trains"))
    name = f"{task.name(plan.task, st.session_state[_LINES])} {experiment} {seed}{' by itself' if begins else ''}"
    running = st.session_state.get(_BENCH)
    if running is None or running.name != name:
        running = st.session_state[_BENCH] = bench.begun(plan, experiment, seed, name)
    if _TRAIN not in st.session_state:  # the button is new: the page is just opened, or opened again
        running.playing = False
    if begins and not running.presses:
        running.play()
    return running


def _buttons(running: Bench) -> None:
    """Draw the buttons that move the run."""
    words = "Pause" if running.playing else "Train" if not running.now.step else "Go on"
    finished = running.now.step >= bench.MOST
    st.button(words, key=_TRAIN, on_click=_play, args=(running,), disabled=finished, type="primary")
    if running.now.step:
        st.button("Reset", key="reset_run", on_click=_reset)


def _more_buttons(running: Bench) -> None:
    """Draw the other controls of the run: a seed, and a step at a time."""
    about = "Fixes the initial parameters and all examples. Same seed, same run."
    controls.number(_SEED, "Seed", _FIRST_SEED, width=120, help=about)
    st.button("Another seed", key="another_seed", on_click=_another_seed)
    st.button("One step", key="one_step", on_click=_slice, args=(running, 1), disabled=running.playing)


def _trial(plan: TrainingPlan, text: str) -> Trial:
    """Choose which heads are silent, here or in the picture, and which one looks as on another example."""
    silenced, empty = "Heads that are switched off, as layer.head", "None: choose here or at a head"
    about = "A head that is switched off adds nothing. What can the model still do without it?"
    named: list[str] = controls.some_of("silent", silenced, placeholder=empty, width=250, help=about)
    about = "It attends in your example as it does in another one; its values are still those of your example."
    patched: str = controls.menu("patched", "Patched head", trial.NO_PATCH, width=130, help=about)
    typed = ""
    if patched != trial.NO_PATCH:
        about = "The patched head attends as it does in this example."
        typed = controls.text(
            "patched_from", "Copy attention from", placeholder="another example", width=250, help=about
        )
    tried, remark = trial.chosen(plan, text, named, patched, typed)
    if remark:
        st.caption(remark)
    return tried


def _go_on(running: Bench, *, polled: bool) -> None:
    """Train as many steps as are due, or as the address asks for; `polled` says that the page is wanted anew for it."""
    if running.playing:
        _slice(running, visit.get("steps_a_picture") or running.due())
    if running.playing != polled:
        st.rerun()


def _slice(running: Bench, steps: int) -> None:
    """Train so many steps when it is this visitor's turn; where too many wait, nothing happens and a line says so."""
    if len(queue.LONG_WORK) >= WAITING:
        st.caption("Many are training, so this run waits. It goes on by itself.")
        return
    with queue.LONG_WORK.turn(waiting=lambda before: stop_if_left()):
        running.advance(steps)
        if len(queue.LONG_WORK) > 1:
            sleep(PACE)


def _guess_or_replay(running: Bench) -> int | None:
    """Draw the box for a guess, and in its place, once the run stands still, the slider that goes back in it."""
    places = [str(step) for step in running.run.kept]
    if running.playing or len(places) < 2:
        return controls.number(
            "learned_at",
            "When will it learn this?",
            placeholder="a step",
            width=_WIDE,
            help="Your guess, in steps of training. You see how near it was when the run has learned.",
        )

    def turned(step: str | None) -> None:
        running.show_step(int(step or places[-1]))

    shown = str(running.step_shown)
    controls.slide("at_step", "Replay: step", shown, places[-1], places, turned, plays=bench.LASTS, width=_WIDE)
    return visit.get("learned_at")


def _play(running: Bench) -> None:
    running.play()
    st.rerun()


def _reset() -> None:
    st.session_state.pop(_BENCH, None)
    visit.move(trains=None)
    st.rerun()


def _another_seed() -> None:
    st.session_state.pop(_BENCH, None)
    visit.move(**{_SEED: ((visit.get(_SEED) or _FIRST_SEED) + 1) % 10_000})
