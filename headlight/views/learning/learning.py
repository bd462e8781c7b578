"""Training bench: a tiny transformer learns a task while one looks on, and can be stopped, changed and gone back in."""

from typing import Any

import streamlit as st

from headlight.frame import code, failures, kept, lesson, page
from headlight.frame.page import board
from headlight.frame.registry import scripted
from headlight.frame.state import State
from headlight.views.learning import bench, guess, measured, pictures, task, trial
from transformer.learning.plans import offered, untouched
from transformer.learning.run import TinyModel

_GUESS = "What will it change? Guess first: what five seeds did is said after the run."


@scripted()
def show() -> None:
    """Draw the view; a run, which no address can hold, is in `bench.Bench`."""
    lesson.lead("learning")
    every = bench.every()
    page.part(_run_and_heads, every=every)(every)
    code.show(kept.open_view())
    lesson.more("learning")


@show.taken_home
def trained(state: State) -> tuple[TinyModel, dict[str, Any]]:
    """The model as it stands on the bench, with the text that it reads."""
    model, text = bench.taken()
    return model, {"text": text}


def _run_and_heads(every: float | None) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = task.chosen()
        experiment = task.experiment(offered(chosen))
        guessed = guess.ask()
        running = bench.of(untouched(chosen), experiment, bench.seed(), task.name(chosen))
        bench.buttons(running)
        with st.popover("More"):
            bench.more_buttons(running)
            text = trial.example(chosen)
            tried = trial.chosen(running.run.plan, text)
        with st.container(key="rule"):
            st.caption(task.rule(chosen))
    bench.go_on(running, polled=every is not None)
    failures.say_if_damaged(measured.FILE, "What five seeds did")
    if experiment:
        told = measured.sentence(chosen.name, experiment) if running.over(guessed) else _GUESS
        st.caption(f"**{experiment[0].upper()}{experiment[1:]}.** {told}")
    step = bench.measured(running.run.steps, bench.step_shown(running))
    model = running.run.model(step.step)
    trace = trial.traced(model, text, tried)
    bench.keep(model, text)
    with st.container(key="trained"), board(key="bench", text=f"{text} at {step.step}") as screen:
        screen.reveal = running.presses
        count = len(trace.layers)
        *layers, curves = screen.columns(*[68 // count] * count, 32, least=[270] * (count + 1))
        for layer, column in enumerate(layers):
            with column:
                pictures.show_layer(screen, model, trace, layer, step, tried)
                if layer == 0:
                    screen.note(trial.accuracy_text(model, trace, tried, step) + guess.answered(running, guessed))
                if layer == count - 1:
                    screen.note(pictures.turns(running.run.steps))
        with curves:
            pictures.show_run(screen, running, step.step, guessed)
