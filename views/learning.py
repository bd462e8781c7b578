"""Training bench: a tiny transformer learns a task while one looks on, and can be stopped, changed and gone back in."""

import streamlit as st

from components.board import board
from transformer.learning.plans import offered, untouched
from ui import code, dials, lesson, page
from ui.learning import bench, guess, measured, pictures, task


def show() -> None:
    """Draw the view."""
    lesson.lead("learning")
    with dials.row():
        chosen = task.chosen()
        experiment = task.experiment(chosen, offered(chosen))
        seed = bench.seed()
        guessed = guess.ask()
    st.caption(task.rule(chosen))
    if experiment:
        st.caption(f"**{experiment}.** {measured.sentence(chosen.name, experiment)}")
    running = bench.of(untouched(chosen), experiment, seed, task.name(chosen))

    def run_and_heads() -> None:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            steps = bench.buttons(running)
            text = pictures.example(chosen)
            silenced = pictures.silent(running.run.model(0))
        if running.playing:
            bench.slice_of(running, steps)
            if not running.playing:
                st.rerun()
        step = bench.step_shown(running)
        model = running.run.model(step)
        with board(key="bench", text=f"{text} at {step}") as screen:
            trace = pictures.traced(model, text, silenced)
            left, *layers = screen.columns(38, *[62 // len(trace.layers)] * len(trace.layers))
            with left:
                pictures.show_run(screen, running, step)
            for layer, column in enumerate(layers):
                with column:
                    pictures.show_layer(screen, running, model, trace, layer, step)
            screen.note(
                pictures.accuracy_without(model, silenced, bench.measured(running.run.steps, step))
                + guess.answered(running, guessed)
            )

    page.part(run_and_heads, every=bench.every())()
    code.show("learning")
    lesson.more("learning")
