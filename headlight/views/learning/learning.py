"""Training bench: a tiny transformer learns a task while one looks on, and can be stopped, changed and gone back in."""

import streamlit as st

from headlight.frame import code, lesson, page, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.learning import bench, guess, measured, pictures, task, trial
from transformer.learning.plans import offered, untouched

_GUESS = "What will it change? Guess first: what five seeds did is said after the run."


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("learning")
    with widgets.row():
        chosen = task.chosen()
        experiment = task.experiment(chosen, offered(chosen))
        seed = bench.seed()
        guessed = guess.ask()
        with st.container(key="rule"):
            st.caption(task.rule(chosen))
    running = bench.of(untouched(chosen), experiment, seed, task.name(chosen))

    def run_and_heads() -> None:
        with widgets.many(), st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            steps = bench.buttons(running)
            text = trial.example(chosen)
        if running.playing:
            bench.slice_of(running, steps)
            if not running.playing:
                st.rerun()
        if experiment:
            told = measured.sentence(chosen.name, experiment) if running.over(guessed) else _GUESS
            st.caption(f"**{experiment[0].upper()}{experiment[1:]}.** {told}")
        drawn = st.container(key="trained")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            tried = trial.chosen(running.run.plan, text)
            step = bench.measured(running.run.steps, bench.step_shown(running))
        model = running.run.model(step.step)
        trace = trial.traced(model, text, tried)
        with drawn, board(key="bench", text=f"{text} at {step.step}") as screen:
            count = len(trace.layers)
            # Where a window has no room for all of it, the curves go below: heads must be seen to form.
            *layers, curves = screen.columns(*[68 // count] * count, 32, least=[360] * (count + 1))
            for layer, column in enumerate(layers):
                with column:
                    pictures.show_layer(screen, model, trace, layer, step, tried)
                    if layer == 0:
                        screen.note(trial.told(model, trace, tried, step) + guess.answered(running, guessed))
                    if layer == count - 1:
                        screen.note(pictures.turns(running.run.steps))
            with curves:
                pictures.show_run(screen, running, step.step, guessed)

    page.part(run_and_heads, every=bench.every())()
    code.show("learning")
    lesson.more("learning")
